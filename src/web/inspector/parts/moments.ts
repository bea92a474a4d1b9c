import { toWholeSpan } from "../../../core/whole-span.ts";
import { currentLocale } from "../../shared/language/texts.ts";

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

/** Formats as in the reader's country, which is known after this module is loaded. */
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

const unitWords = { seconds: "s", minutes: "min", hours: "h", days: "d" } as const;

/** A duration in whole seconds, minutes, hours or days. */
export function spanOf(durationMs: number): string {
  const [unit, count] = toWholeSpan(durationMs);
  return `${count} ${unitWords[unit]}`;
}

const tenths = (count: number): number => Math.round(count * 10) / 10;

/** The time that something took: "350 ms", "2.5 s", "3 min", "2 h", "4 d". */
export function lengthOf(durationMs: number): string {
  if (durationMs < secondMs) return `${Math.round(durationMs)} ms`;
  if (durationMs < minuteMs) return `${tenths(durationMs / secondMs)} s`;
  if (durationMs < hourMs) return `${tenths(durationMs / minuteMs)} min`;
  if (durationMs < dayMs) return `${tenths(durationMs / hourMs)} h`;
  return `${tenths(durationMs / dayMs)} d`;
}

/** The time until something is due, in whole seconds while it is short: "in 8 s", "due 3 s ago". */
export function dueIn(atMs: number, nowMs: number): string {
  const leftMs = atMs - nowMs;
  const span = spanOf(Math.abs(leftMs));
  return leftMs < 0 ? `due ${span} ago` : `in ${span}`;
}
