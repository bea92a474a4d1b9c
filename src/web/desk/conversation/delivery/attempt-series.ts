import type { DeskAttempt } from "../../../../codec/desk/desk-log.ts";

/** An attempt on the time line of its series. */
export interface DrawnAttempt {
  readonly attempt: DeskAttempt;
  readonly fromMs: number;
  readonly lengthMs: number;
}
/** Consecutive attempts. Much later attempts belong to another series with a separate time line. */
export interface AttemptSeries {
  readonly startedAtMs: number;
  /** The end of the time line: the first full second after the last attempt. */
  readonly endMs: number;
  readonly attempts: readonly DrawnAttempt[];
}

/** Attempts of one series start 3 s after each other; after a restart the pause may be longer. Source: DEL-02, DEL-24. */
const gapMaxMs = 20_000;
/** A running attempt has no end yet; it is drawn with the longest possible duration. Source: DEL-03. */
const openMs = 3_000;
const secondMs = 1_000;

/** Groups ordered attempts into series, to be drawn to scale. */
export function toSeries(attempts: readonly DeskAttempt[]): readonly AttemptSeries[] {
  const groups: DeskAttempt[][] = [];
  for (const attempt of attempts) {
    const last = groups.at(-1)?.at(-1);
    if (last === undefined || attempt.at - last.at > gapMaxMs) groups.push([attempt]);
    else groups.at(-1)?.push(attempt);
  }
  return groups.map((group) => {
    const startedAtMs = group[0]?.at ?? 0;
    const drawn = group.map((attempt) => ({
      attempt,
      fromMs: attempt.at - startedAtMs,
      lengthMs: attempt.durationMs ?? openMs,
    }));
    const lastMs = Math.max(...drawn.map(({ fromMs, lengthMs }) => fromMs + lengthMs));
    return { startedAtMs, endMs: Math.max(1, Math.ceil(lastMs / secondMs)) * secondMs, attempts: drawn };
  });
}

/** The marked seconds under a time line, at most about ten. */
export function ticksOf(endMs: number): readonly number[] {
  const seconds = endMs / secondMs;
  const every = [1, 2, 5, 10, 20, 60].find((step) => seconds / step <= 10) ?? Math.ceil(seconds / 10);
  return Array.from({ length: Math.floor(seconds / every) + 1 }, (_, index) => index * every);
}
