import { toWholeSpan } from "../../../core/whole-span.ts";
import { currentLocale, textsOf } from "../../shared/language/texts.ts";
import { inspectorParts } from "../texts/en/inspector-parts.ts";

const text = textsOf("inspector-parts", inspectorParts);

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const forms = {
  exactClock: { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23", fractionalSecondDigits: 3 },
  clock: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
  day: { dateStyle: "medium" },
  shortDay: { day: "numeric", month: "short", year: "numeric" },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats in the language of the page, which is chosen after this module is loaded. */
export function formatMoment(form: keyof typeof forms, atMs: number): string {
  const locale = currentLocale();
  const name = `${form} ${locale}`;
  const format = formats.get(name) ?? new Intl.DateTimeFormat(locale, forms[form]);
  formats.set(name, format);
  return format.format(atMs);
}

/** "14:05:06.123": steps follow each other within milliseconds. */
export const clockTime = (atMs: number): string => formatMoment("exactClock", atMs);

export const dayOf = (atMs: number): string => formatMoment("day", atMs);

/** A duration in whole seconds, minutes, hours or days. */
export function spanOf(durationMs: number): string {
  const [unit, count] = toWholeSpan(durationMs);
  return text(unit, { count });
}

const tenths = (count: number): number => Math.round(count * 10) / 10;

/** The time that something took: "350 ms", "2.5 s", "3 min", "2 h", "4 d". */
export function lengthOf(durationMs: number): string {
  if (durationMs < secondMs) return text("milliseconds", { count: Math.round(durationMs) });
  if (durationMs < minuteMs) return text("seconds", { count: tenths(durationMs / secondMs) });
  if (durationMs < hourMs) return text("minutes", { count: tenths(durationMs / minuteMs) });
  if (durationMs < dayMs) return text("hours", { count: tenths(durationMs / hourMs) });
  return text("days", { count: tenths(durationMs / dayMs) });
}

/** The time until something is due, in whole seconds while it is short: "in 8 s", "due 3 s ago". */
export function dueIn(atMs: number, nowMs: number): string {
  const leftMs = atMs - nowMs;
  const span = spanOf(Math.abs(leftMs));
  return text(leftMs < 0 ? "dueAgo" : "dueIn", { span });
}
