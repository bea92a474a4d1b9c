const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export type WholeSpan = readonly [unit: "seconds" | "minutes" | "hours" | "days", count: number];

/** A duration in its largest unit: rounded seconds below a minute, else complete minutes, hours or days. Negative durations are 0 seconds. */
export function toWholeSpan(durationMs: number): WholeSpan {
  if (durationMs < minuteMs) return ["seconds", Math.round(Math.max(durationMs, 0) / secondMs)];
  if (durationMs < hourMs) return ["minutes", Math.floor(durationMs / minuteMs)];
  if (durationMs < dayMs) return ["hours", Math.floor(durationMs / hourMs)];
  return ["days", Math.floor(durationMs / dayMs)];
}
