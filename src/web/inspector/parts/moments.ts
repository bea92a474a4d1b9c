const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const clock = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
  fractionalSecondDigits: 3,
});
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const few = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** "14:05:06.123": steps follow each other within milliseconds. */
export const clockTime = (atMs: number): string => clock.format(atMs);

export const dayOf = (atMs: number): string => day.format(atMs);

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });

/** How long something has been so, in whole seconds, minutes, hours or days. */
export function spanOf(durationMs: number): string {
  if (durationMs < minuteMs) return `${whole.format(Math.max(durationMs, 0) / secondMs)} s`;
  if (durationMs < hourMs) return `${whole.format(Math.floor(durationMs / minuteMs))} min`;
  if (durationMs < dayMs) return `${whole.format(Math.floor(durationMs / hourMs))} h`;
  return `${whole.format(Math.floor(durationMs / dayMs))} d`;
}

/** How long something took: "350 ms", "2.5 s", "3 min", "2 h", "4 d". */
export function lengthOf(durationMs: number): string {
  if (durationMs < secondMs) return `${Math.round(durationMs)} ms`;
  if (durationMs < minuteMs) return `${few.format(durationMs / secondMs)} s`;
  if (durationMs < hourMs) return `${few.format(durationMs / minuteMs)} min`;
  if (durationMs < dayMs) return `${few.format(durationMs / hourMs)} h`;
  return `${few.format(durationMs / dayMs)} d`;
}

/** When something is due, in whole seconds as long as they can be counted: "in 8 s", "due 3 s ago". */
export function dueIn(atMs: number, nowMs: number): string {
  const leftMs = atMs - nowMs;
  const words = spanOf(Math.abs(leftMs));
  return leftMs < 0 ? `due ${words} ago` : `in ${words}`;
}
