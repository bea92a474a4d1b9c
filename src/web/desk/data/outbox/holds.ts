import type { Browser } from "../../../shared/browser/browser.types.ts";

/** What is not tried for a while: everything, or one lane. */
export interface Holds {
  /** Whether the lane may go on. */
  isFree(lane: string): boolean;
  /** The same would fail for every lane. */
  holdAll(): void;
  /** Until `releaseAll`. */
  holdForGood(): void;
  hold(lane: string): void;
  /** Something of the lane succeeded: the next pause is a short one. */
  worked(lane: string): void;
  /** All may go on at once. */
  releaseAll(): void;
}

const pauseMinMs = 1_000;
const pauseMaxMs = 30_000;
const everything = "";

/** Pauses that grow with every failure that follows another; `released` runs when one has ended. */
export function createHolds(browser: Pick<Browser, "after" | "random">, released: () => void): Holds {
  const stops = new Map<string, () => void>();
  const pauses = new Map<string, number>();

  const hold = (lane: string): void => {
    if (stops.has(lane)) return;
    const pauseMs = pauses.get(lane) ?? pauseMinMs;
    pauses.set(lane, Math.min(pauseMs * 2, pauseMaxMs));
    const stop = browser.after(pauseMs * (1 + browser.random() / 2), () => {
      stops.delete(lane);
      released();
    });
    stops.set(lane, stop);
  };
  const release = (): void => {
    for (const stop of stops.values()) stop();
    stops.clear();
  };
  return {
    isFree: (lane) => !stops.has(everything) && !stops.has(lane),
    hold,
    holdAll: () => hold(everything),
    holdForGood() {
      release();
      stops.set(everything, () => undefined);
    },
    worked(lane) {
      pauses.delete(lane);
      pauses.delete(everything);
    },
    releaseAll() {
      release();
      pauses.clear();
    },
  };
}
