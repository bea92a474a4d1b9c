import { createRandom } from "../../../test/system/harness/random.ts";

export const arrivalKinds = ["even", "poisson"] as const;
/** Evenly spaced, or as those of many customers who know nothing of each other. */
export type ArrivalKind = (typeof arrivalKinds)[number];

export interface ArrivalOrder {
  readonly kind: ArrivalKind;
  /** Of `performance.now()`. */
  readonly fromMs: number;
  readonly seconds: number;
  readonly perSecond: number;
  /** The same seed gives the same moments, if they are not evenly spaced. */
  readonly seed?: number;
}

/** When each is to begin, whatever became of those before. */
export interface Arrivals {
  /** When the next one is due; infinite behind the last. */
  readonly dueAtMs: number;
  advance(): void;
}

export function createArrivals({ kind, fromMs, seconds, perSecond, seed = 0 }: ArrivalOrder): Arrivals {
  const untilMs = fromMs + seconds * 1000;
  const random = createRandom(seed);
  let count = 0;
  let dueAtMs = fromMs;
  return {
    get dueAtMs() {
      return dueAtMs < untilMs ? dueAtMs : Number.POSITIVE_INFINITY;
    },
    advance() {
      count += 1;
      // Counted from the start, evenly spaced ones do not drift. Source of the other: the gaps of a Poisson process are exponential.
      dueAtMs =
        kind === "even" ? fromMs + (count / perSecond) * 1000 : dueAtMs - (Math.log(1 - random()) / perSecond) * 1000;
    },
  };
}
