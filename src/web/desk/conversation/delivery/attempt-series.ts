import type { DeskAttempt } from "../../../../codec/desk/desk-log.ts";

/** An attempt on the time line of its series. */
export interface DrawnAttempt {
  readonly attempt: DeskAttempt;
  readonly fromMs: number;
  readonly lengthMs: number;
}
/** Attempts that followed each other; what came much later has a time line of its own. */
export interface AttemptSeries {
  readonly startedAtMs: number;
  /** Where the time line ends: a whole second behind the last attempt. */
  readonly endMs: number;
  readonly attempts: readonly DrawnAttempt[];
}

/** Attempts of one series begin 3 s after each other; what waited for a restart may begin later. Source: DEL-02, DEL-24. */
const gapMaxMs = 20_000;
/** A running attempt has no end yet: it is drawn up to the most it can take. Source: DEL-03. */
const openMs = 3_000;
const secondMs = 1_000;

/** Attempts in order, put into series to be drawn to scale. */
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

/** Seconds that are marked under a time line, at most about ten of them. */
export function ticksOf(endMs: number): readonly number[] {
  const seconds = endMs / secondMs;
  const every = [1, 2, 5, 10, 20, 60].find((step) => seconds / step <= 10) ?? Math.ceil(seconds / 10);
  return Array.from({ length: Math.floor(seconds / every) + 1 }, (_, index) => index * every);
}
