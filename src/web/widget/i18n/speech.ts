import type { WordKey, Words } from "./words.ts";

/** Texts, numbers and times in one language. */
export interface Speech {
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly words: Words;
  /** Returns the text of `key` with `values` filled in. */
  say(key: WordKey, values: Readonly<Record<string, string>>): string;
  /** For example "2 new messages". */
  unread(count: number): string;
  number(value: number): string;
  /** For example "Usually answers within 2 minutes". Returns `""` for a time that is too long to be useful. */
  within(seconds: number): string;
  /** For example "1.2 MB". */
  size(bytes: number): string;
  /** For example "Monday, 3 March"; "today" and "yesterday" for these days. */
  day(atMs: number, nowMs: number): string;
  /** For example "2 min ago" for less than a day, then the time of day. */
  time(atMs: number, nowMs: number): string;
  /** Date and time. */
  exact(atMs: number): string;
}

/** The answer times that visitors see, in minutes. A measured time is rounded up to the next of these. */
const answerMinutes = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480];

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

export function createSpeech(language: string, locale: string, words: Words): Speech {
  const plurals = lazy(() => new Intl.PluralRules(locale));
  const numbers = lazy(() => new Intl.NumberFormat(locale));
  const ago = lazy(() => new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" }));
  const days = lazy(() => new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long" }));
  const clock = lazy(() => new Intl.DateTimeFormat(locale, { timeStyle: "short" }));
  const moments = lazy(() => new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" }));
  const named = lazy(() => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));
  const fill = (text: string, values: Readonly<Record<string, string>>): string =>
    text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  const measure = (unit: string, value: number, unitDisplay: "short" | "long" = "short"): string =>
    new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay, maximumFractionDigits: 1 }).format(value);
  return {
    language,
    direction: language === "ar" ? "rtl" : "ltr",
    words,
    say: (key, values) => fill(words[key], values),
    unread: (n) => fill(words.unread[plurals().select(n)] ?? words.unread["other"] ?? "", { n: numbers().format(n) }),
    number: (value) => numbers().format(value),
    within(seconds) {
      const minutes = answerMinutes.find((one) => one * 60 >= seconds);
      if (minutes === undefined) return "";
      const time = minutes < 60 ? measure("minute", minutes, "long") : measure("hour", minutes / 60, "long");
      return fill(words.within, { time });
    },
    size: (bytes) => (bytes < 1e6 ? measure("kilobyte", bytes / 1e3) : measure("megabyte", bytes / 1e6)),
    day(atMs, nowMs) {
      const past = Math.round((midnight(nowMs) - midnight(atMs)) / dayMs);
      return past > 1 ? days().format(atMs) : named().format(-past, "day");
    },
    time(atMs, nowMs) {
      const pastMs = Math.max(0, nowMs - atMs);
      if (pastMs < minuteMs) return ago().format(0, "second");
      if (pastMs < hourMs) return ago().format(-Math.floor(pastMs / minuteMs), "minute");
      return pastMs < dayMs ? ago().format(-Math.floor(pastMs / hourMs), "hour") : clock().format(atMs);
    },
    exact: (atMs) => moments().format(atMs),
  };
}

/** A formatter takes milliseconds to make, and the first picture needs none. */
function lazy<Format>(make: () => Format): () => Format {
  let made: Format | undefined;
  return () => (made ??= make());
}

const midnight = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);
