import type { Waiting } from "../../../shared/live/timer.ts";
import { createTimer } from "../../../shared/live/timer.ts";

/** Decides when to show the visitor that nothing arrives. The connection is not given up then, because it may only be slow. */
export interface Doubt {
  /** A frame is expected soon. */
  expect(): void;
  /** A frame was received. */
  felt(): void;
  /** The connection has ended. */
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
