import type { Waiting } from "./timer.ts";
import { createTimer } from "./timer.ts";

/** Checks whether the other end of a connection is there: browsers hide pings from pages, and a connection can die silently. */
export interface Pulse {
  /** A frame was received. */
  received(): void;
  /** An expected frame is missing: asks the other end. */
  check(): void;
  stop(): void;
}

export interface PulseTimes {
  /** How long the silence may last before the page asks. */
  readonly silenceMs: number;
  /** How long an answer may take. */
  readonly answerMaxMs: number;
}

/** The times for pages of which very many are open. */
const usual: PulseTimes = { silenceMs: 20_000, answerMaxMs: 5_000 };

/** Asks after a silence, and calls `lost` when no frame follows. */
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
    received() {
      isAsked = false;
      timer.set(silenceMs, check);
    },
    check,
    stop: timer.stop,
  };
}

/**
 * Closes a socket that its page does not need. Browsers log an error if a socket is closed while it opens,
 * so such a socket is closed as soon as it is open.
 */
export function closeSocket(socket: WebSocket): void {
  if (socket.readyState === connecting) socket.onopen = () => socket.close();
  else socket.close();
}

/** Sends a text, unless the end of the connection has begun: browsers log an error for each text that comes too late. */
export function sendOn(socket: WebSocket | null, text: string): void {
  if (socket !== null && socket.readyState <= open) socket.send(text);
}

/** `WebSocket.CONNECTING` and `WebSocket.OPEN`. */
const connecting = 0;
const open = 1;
