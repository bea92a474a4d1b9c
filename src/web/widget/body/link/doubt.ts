import type { Waiting } from "../../../shared/live/timer.ts";
import { createTimer } from "../../../shared/live/timer.ts";

/** Decides whether to show the visitor that nothing arrives, before the connection is given up: it may be slow. */
export interface Doubt {
  /** A frame is expected soon. */
  expect(): void;
  /** A frame was received. */
  felt(): void;
  /** The connection is gone. */
  stop(): void;
}

const patienceMs = 2_500;

export function createDoubt(waiting: Waiting, doubted: (isDoubted: boolean) => void): Doubt {
  const timer = createTimer(waiting);
  let isDoubted = false;
  const tell = (isSo: boolean): void => {
    isDoubted = isSo;
    doubted(isSo);
  };
  return {
    expect: () => timer.set(patienceMs, () => tell(true)),
    felt() {
      timer.stop();
      if (isDoubted) tell(false);
    },
    stop() {
      timer.stop();
      isDoubted = false;
    },
  };
}
