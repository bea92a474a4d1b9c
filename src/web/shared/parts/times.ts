const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });
const wholeDay = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "medium" });

/** How long ago: "now", "2 min", "3 h", then the day. */
export function ago(atMs: number, nowMs: number): string {
  const passedMs = nowMs - atMs;
  if (passedMs < minuteMs) return "now";
  if (passedMs < hourMs) return `${Math.floor(passedMs / minuteMs)} min`;
  if (passedMs < dayMs) return `${Math.floor(passedMs / hourMs)} h`;
  return (passedMs < 300 * dayMs ? day : dayOfYear).format(atMs);
}

/** The same within a sentence: "just now", "2 min ago", "on 12 Jun". */
export function agoInSentence(atMs: number, nowMs: number): string {
  const words = ago(atMs, nowMs);
  if (words === "now") return "just now";
  return nowMs - atMs < dayMs ? `${words} ago` : `on ${words}`;
}

/** "14:05" or "2:05 PM", as it is written where the agent lives. */
export const timeOfDay = (atMs: number): string => clock.format(atMs);

/** "Today", "Yesterday", or the day: what stands between messages of different days. */
export function nameOfDay(atMs: number, nowMs: number): string {
  const daysAgo = Math.round((startOfDay(nowMs) - startOfDay(atMs)) / dayMs);
  if (daysAgo === 0) return "Today";
  if (daysAgo === 1) return "Yesterday";
  return (daysAgo < 300 ? wholeDay : dayOfYear).format(atMs);
}

/** "Tue 14:05" or "Tue 2:05 PM": the time somewhere else. */
export const timeInZone = (timeZone: string, atMs: number): string =>
  new Intl.DateTimeFormat(undefined, { timeZone, weekday: "short", hour: "numeric", minute: "2-digit" }).format(atMs);

/** Everything there is to say of a time, for tips and screen readers. */
export const exactTime = (atMs: number): string => exact.format(atMs);

export const startOfDay = (atMs: number): number => new Date(atMs).setHours(0, 0, 0, 0);
