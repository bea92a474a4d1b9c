import type { Waiting } from "./timer.ts";
import { createTimer } from "./timer.ts";

/** Whether somebody is at the other end of a connection: browsers hide pings from pages, and a connection can die without a word. */
export interface Pulse {
  /** Something came. */
  felt(): void;
  /** Something ought to have come: asks. */
  check(): void;
  stop(): void;
}

export interface PulseTimes {
  /** How long nothing may come before it asks. */
  readonly silenceMs: number;
  /** How long an answer may take. */
  readonly answerMaxMs: number;
}

/** For pages of which there are very many. */
const usual: PulseTimes = { silenceMs: 20_000, answerMaxMs: 5_000 };

/** Asks after a silence, and says `lost` when nothing at all comes then. */
export function createPulse(
  waiting: Waiting,
  ask: () => void,
  lost: () => void,
  { silenceMs, answerMaxMs }: PulseTimes = usual,
): Pulse {
  const timer = createTimer(waiting);
  let isAsked = false;
  const check = (): void => {
    if (isAsked) return;
    isAsked = true;
    ask();
    timer.set(answerMaxMs, lost);
  };
  return {
    felt() {
      isAsked = false;
      timer.set(silenceMs, check);
    },
    check,
    stop: timer.stop,
  };
}
