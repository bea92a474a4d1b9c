import { createTimer } from "../../../shared/live/timer.ts";
import type { Environment } from "../environment.types.ts";

/**
 * Notifies the agent that the visitor types. `tell` returns whether it could send the notice. A late notice is dropped. Source:
 * CH-45, CH-48.
 */
export interface VisitorTyping {
  /** The text in the composer changed. */
  type(text: string): void;
  /** Whether the visitor typed a moment ago. */
  isTyping(): boolean;
  /** A message ends the typing without a notice. */
  forget(): void;
  stop(): void;
}

/** The service ends the typing 10 s after the last notice. */
const repeatMs = 3_000;
const pauseMs = 5_000;

export function createTyping(
  environment: Environment,
  tell: (state: "typein" | "typeout") => boolean,
  ended: () => void,
): VisitorTyping {
  const timer = createTimer(environment);
  let sentAtMs: number | null = null;
  let isTyping = false;
  const end = (): void => {
    if (sentAtMs !== null) tell("typeout");
    forget();
  };
  const forget = (): void => {
    sentAtMs = null;
    timer.stop();
    isTyping = false;
    ended();
  };
  return {
    type(text) {
      if (text.trim() === "") return end();
      isTyping = true;
      const nowMs = environment.nowMs();
      if ((sentAtMs === null || nowMs - sentAtMs >= repeatMs) && tell("typein")) sentAtMs = nowMs;
      timer.set(pauseMs, end);
    },
    isTyping: () => isTyping,
    forget,
    stop: timer.stop,
  };
}
