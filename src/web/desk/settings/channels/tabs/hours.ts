import type { WidgetChannelAnswer } from "../../../../../codec/admin/channel-answer.ts";
import { currentLanguage, textsOf } from "../../../../shared/language/texts.ts";
import { settingsChannelTabs } from "../../../texts/en/settings-channel-tabs.ts";

const text = textsOf("settings-channel-tabs", settingsChannelTabs);

/** Hours in the service's form: one entry for several days. */
export type Hours = WidgetChannelAnswer["callback"]["hours"][number];
/** A time span of one day. Midnight at its end is 00:00, as in time fields. */
export interface Span {
  readonly from: string;
  readonly to: string;
}
/** For each day from Monday on, the hours for call requests. */
export type Week = readonly (readonly Span[])[];

const days = [1, 2, 3, 4, 5, 6, 7] as const;
const midnight = "00:00";
const endOfDay = "24:00";

export const toWeek = (hours: readonly Hours[]): Week =>
  days.map((day) =>
    hours
      .filter((entry) => entry.days.includes(day))
      .map(({ from, to }) => ({ from, to: to === endOfDay ? midnight : to }))
      .sort((left, right) => (left.from < right.from ? -1 : 1)),
  );

/** Days with the same hours share an entry. Source: CALL-10. */
export function fromWeek(week: Week): readonly Hours[] {
  const found = new Map<string, Hours>();
  for (const [index, spans] of week.entries()) {
    for (const { from, to } of spans) {
      const key = `${from} ${to}`;
      const before = found.get(key)?.days ?? [];
      // The same hours twice on one day are listed once.
      const all = [...new Set([...before, index + 1])];
      found.set(key, { days: all, from, to: to === midnight ? endOfDay : to });
    }
  }
  return [...found.values()];
}

/** The error of some hours; null when they are valid. */
export function checkWeek(week: Week): string | null {
  if (week.every((spans) => spans.length === 0)) return text("noHours");
  for (const [index, spans] of week.entries()) {
    const wrong = spans.find(({ from, to }) => from === "" || to === "" || (to !== midnight && from >= to));
    if (wrong !== undefined) return text("backwardHours", { day: nameOfDay(index) });
  }
  return null;
}

/** 1 January 2024 was a Monday. */
const aMonday = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;

/** 0 is Monday. */
export const nameOfDay = (index: number): string =>
  new Intl.DateTimeFormat(currentLanguage(), { weekday: "long", timeZone: "UTC" }).format(aMonday + index * dayMs);
