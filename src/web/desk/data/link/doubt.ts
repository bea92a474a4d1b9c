import type { Browser } from "../../../shared/browser/browser.types.ts";
import type { Doubt } from "../../../shared/live/connection.ts";
import { createTimer } from "../../../shared/live/timer.ts";

export interface DoubtParts {
  readonly browser: Pick<Browser, "after" | "nowMs">;
  /** How long nothing may come before the service is asked. */
  readonly silenceMs: number;
  /** Nobody has answered for longer than anybody takes who is there: perhaps somebody still is. `sinceMs` is when something was heard last. */
  readonly doubted: (sinceMs: number) => void;
  /** Somebody is there after all. */
  readonly trusted: () => void;
}

/** More than a service takes that is busy. */
const doubtMs = 2_000;

/** Whether anybody is at the other end of a connection: that is not for sure before it is given up, and the agent is to know. */
export function createDoubt({ browser, silenceMs, doubted, trusted }: DoubtParts): Doubt {
  const timer = createTimer(browser);
  let heardAtMs = browser.nowMs();
  let isDoubted = false;
  const doubtAfter = (afterMs: number): void =>
    timer.set(afterMs, () => {
      isDoubted = true;
      doubted(heardAtMs);
    });
  doubtAfter(silenceMs + doubtMs);
  return {
    asked: () => doubtAfter(doubtMs),
    felt() {
      timer.stop();
      heardAtMs = browser.nowMs();
      if (isDoubted) trusted();
      isDoubted = false;
    },
    stop: timer.stop,
  };
}
