/** Longer than any server asks for, and small enough for exact arithmetic. */
const secondsMax = 1e9;

/**
 * Returns `Retry-After` in milliseconds from now. It accepts seconds and the three date forms of HTTP. Returns 0 for anything else, and for the past.
 * Source: RFC 9110, 5.6.7 and 10.2.3.
 */
export function readRetryAfter(text: string, nowMs: number): number {
  const value = text.trim();
  if (/^\d+$/.test(value)) return Math.min(Number(value), secondsMax) * 1_000;
  const atMs = readHttpDate(value, nowMs);
  return atMs === null ? 0 : Math.max(0, atMs - nowMs);
}

const time = "(?<hours>\\d\\d):(?<minutes>\\d\\d):(?<seconds>\\d\\d)";
/** Fri, 20 Nov 2026 18:40:19 GMT; Friday, 20-Nov-26 18:40:19 GMT; Fri Nov 20 18:40:19 2026. */
const forms: readonly RegExp[] = [
  new RegExp(`^[A-Z][a-z]{2}, (?<day>\\d\\d) (?<month>[A-Z][a-z]{2}) (?<year>\\d{4}) ${time} GMT$`),
  new RegExp(`^[A-Z][a-z]{5,8}, (?<day>\\d\\d)-(?<month>[A-Z][a-z]{2})-(?<year>\\d\\d) ${time} GMT$`),
  new RegExp(`^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})$`),
];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function readHttpDate(text: string, nowMs: number): number | null {
  const parts = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (parts === undefined) return null;
  const { day, month, year, hours, minutes, seconds } = parts;
  const monthIndex = months.indexOf(month ?? "");
  if (monthIndex < 0) return null;
  return Date.UTC(
    wholeYear(year ?? "", nowMs),
    monthIndex,
    Number(day),
    Number(hours),
    Number(minutes),
    Number(seconds),
  );
}

/** A year of two digits means the year that is at most 50 years in the future. */
function wholeYear(digits: string, nowMs: number): number {
  if (digits.length === 4) return Number(digits);
  const thisYear = new Date(nowMs).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + Number(digits);
  return year > thisYear + 50 ? year - 100 : year;
}
