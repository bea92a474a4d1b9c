import { createRandom } from "../../../test/system/harness/random.ts";

export const arrivalKinds = ["even", "poisson"] as const;
/** Evenly spaced, or like the messages of many independent customers. */
export type ArrivalKind = (typeof arrivalKinds)[number];

export interface ArrivalOrder {
  readonly kind: ArrivalKind;
  /** Of `performance.now()`. */
  readonly fromMs: number;
  readonly seconds: number;
  readonly perSecond: number;
  /** For moments that are not evenly spaced: the same seed gives the same moments. */
  readonly seed?: number;
}

/** When each message is due, whatever happened to earlier ones. */
export interface Arrivals {
  /** When the next one is due; infinite after the last. */
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
      // Evenly spaced moments count from the start, so that they do not drift. The gaps of a Poisson process are exponential.
      dueAtMs =
        kind === "even" ? fromMs + (count / perSecond) * 1000 : dueAtMs - (Math.log(1 - random()) / perSecond) * 1000;
    },
  };
}
