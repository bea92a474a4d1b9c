import type { Browser } from "../../../shared/browser/browser.types.ts";

/** Pauses for everything or for one lane. */
export interface Holds {
  /** Whether the lane may continue. */
  isFree(lane: string): boolean;
  /** Pauses all lanes, because each of them would have the same failure. */
  holdAll(): void;
  /** Pauses all lanes until `releaseAll`. */
  holdForGood(): void;
  hold(lane: string): void;
  /** A message of the lane was sent: its next pause is short. */
  worked(lane: string): void;
  /** Ends all pauses at once. */
  releaseAll(): void;
}

const pauseMinMs = 1_000;
const pauseMaxMs = 30_000;
const everything = "";

/** Pauses that grow with each failure in a row. `released` is called at the end of a pause. */
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
