import type { Waiting } from "../../../shared/live/timer.ts";
import { createTimer } from "../../../shared/live/timer.ts";

/** Whether the visitor is to be told that nothing comes, sooner than the connection is given up: it may be slow. */
export interface Doubt {
  /** Something is to be heard soon. */
  expect(): void;
  /** Something was heard. */
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
