import type { Browser } from "../../../shared/browser/browser.types.ts";
import type { Doubt } from "../../../shared/live/connection.ts";
import { createTimer } from "../../../shared/live/timer.ts";

export interface DoubtParts {
  readonly browser: Pick<Browser, "after" | "nowMs">;
  /** After this silence the page sends the service a heartbeat. */
  readonly silenceMs: number;
  /** Called when the service did not respond in time, although the connection may still live. `sinceMs` is the time of the last message. */
  readonly doubted: (sinceMs: number) => void;
  /** Called when the service responds after all. */
  readonly trusted: () => void;
}

/** A busy service responds faster than this. */
const doubtMs = 2_000;

/** Detects a silent connection before it is closed, so that the agent knows of the doubt. */
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
