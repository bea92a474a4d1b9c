import { counted } from "../../../core/counted.ts";

const minuteMs = 60_000;

/** The choices for the minimum time that an actor has been in its state. */
export const waits = (): readonly (readonly [ms: string, words: string])[] => [
  ["", "Any time"],
  ...[1, 5, 30].map((n) => [String(n * minuteMs), counted(n, "minute")] as const),
  [String(60 * minuteMs), "1 hour"],
  [String(24 * 60 * minuteMs), "1 day"],
];
