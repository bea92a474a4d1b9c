import { currentLocale, textsOf } from "../language/texts.ts";
import { common } from "../texts/en/common.ts";

const text = textsOf("common", common);

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const forms = {
  clock: { timeStyle: "short" },
  day: { day: "numeric", month: "short" },
  dayOfYear: { day: "numeric", month: "short", year: "numeric" },
  wholeDay: { weekday: "long", day: "numeric", month: "long" },
  shortDay: { weekday: "short", day: "numeric", month: "short" },
  exact: { dateStyle: "full", timeStyle: "medium" },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a time. The formatter is created at its first use, because it is expensive and the language is chosen after this module
 * loads.
 */
function formatted(form: keyof typeof forms, atMs: number): string {
  const locale = currentLocale();
  const name = `${form} ${locale}`;
  const format = formats.get(name) ?? new Intl.DateTimeFormat(locale, forms[form]);
  formats.set(name, format);
  return format.format(atMs);
}

/** Returns how long ago a time is: "now", "2 min", "3 h", then the day. */
export function ago(atMs: number, nowMs: number): string {
  const passedMs = nowMs - atMs;
  if (passedMs < minuteMs) return text("now");
  if (passedMs < hourMs) return text("minutes", { count: Math.floor(passedMs / minuteMs) });
  if (passedMs < dayMs) return text("hours", { count: Math.floor(passedMs / hourMs) });
  return formatted(passedMs < 300 * dayMs ? "day" : "dayOfYear", atMs);
}

/** Returns the same for use in a sentence: "just now", "2 min ago", "on 12 Jun". */
export function agoInSentence(atMs: number, nowMs: number): string {
  const passedMs = nowMs - atMs;
  if (passedMs < minuteMs) return text("justNow");
  if (passedMs < hourMs) return text("minutesAgo", { count: Math.floor(passedMs / minuteMs) });
  if (passedMs < dayMs) return text("hoursAgo", { count: Math.floor(passedMs / hourMs) });
  return text("onDay", { day: ago(atMs, nowMs) });
}

/** Returns "14:05" or "2:05 PM", in the format of the agent's country. */
export const timeOfDay = (atMs: number): string => formatted("clock", atMs);

/** Returns "Today", "Yesterday" or the day, for the mark between messages of different days. */
export function nameOfDay(atMs: number, nowMs: number, form: "wholeDay" | "shortDay" = "wholeDay"): string {
  const daysAgo = Math.round((startOfDay(nowMs) - startOfDay(atMs)) / dayMs);
  if (daysAgo === 0) return text("today");
  if (daysAgo === 1) return text("yesterday");
  return formatted(daysAgo < 300 ? form : "dayOfYear", atMs);
}

/** Returns "Today, 14:05", "Sat 28 Nov, 14:05" or "28 Nov 2025, 14:05", which fit in a narrow column. */
export const dayAndTime = (atMs: number, nowMs: number): string =>
  text("dayAndTime", { day: nameOfDay(atMs, nowMs, "shortDay"), time: timeOfDay(atMs) });

/** Returns the time in another time zone: "Tue 14:05" or "Tue 2:05 PM". */
export const timeInZone = (timeZone: string, atMs: number): string =>
  new Intl.DateTimeFormat(currentLocale(), { timeZone, weekday: "short", hour: "numeric", minute: "2-digit" }).format(
    atMs,
  );

/** Returns the complete date and time, for tooltips and screen readers. */
export const exactTime = (atMs: number): string => formatted("exact", atMs);

export const startOfDay = (atMs: number): number => new Date(atMs).setHours(0, 0, 0, 0);
