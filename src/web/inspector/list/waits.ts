const minuteMs = 60_000;

/** How long an actor has been in its state at least, to be among those looked for. */
export const waits: readonly (readonly [ms: string, words: string])[] = [
  ["", "Any time"],
  [String(minuteMs), "1 minute"],
  [String(5 * minuteMs), "5 minutes"],
  [String(30 * minuteMs), "30 minutes"],
  [String(60 * minuteMs), "1 hour"],
  [String(24 * 60 * minuteMs), "1 day"],
];
