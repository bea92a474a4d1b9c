import { createRandom } from "../../../test/system/harness/random.ts";

export const arrivalKinds = ["even", "poisson"] as const;
/** Evenly spaced, or like the messages of many independent customers. */
export type ArrivalKind = (typeof arrivalKinds)[number];

export interface ArrivalOrder {
  readonly kind: ArrivalKind;
  /** A time of `performance.now()`. */
  readonly fromMs: number;
  readonly seconds: number;
  readonly perSecond: number;
  /** For moments that are not evenly spaced: equal seeds give equal moments. */
  readonly seed?: number;
}

/** The moments when messages are due, regardless of earlier messages. */
export interface Arrivals {
  /** When the next message is due; infinite after the last one. */
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
