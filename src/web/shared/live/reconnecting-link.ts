import type { Browser } from "../browser/browser.types.ts";
import type { AnyFrame, Connection, ConnectionTimes, End, Opening } from "./connection.ts";
import { openConnection } from "./connection.ts";
import { createTimer } from "./timer.ts";

/** A link of the desk or the inspector: it opens one connection after the other, with growing pauses. The widget has a smaller one of its own. */
export interface ReconnectingLink {
  /** A different value for each connection. */
  connectionNumber(): number;
  /** Returns false if the service does not listen; then nothing was sent. */
  send(frame: object): boolean;
  /** Calls `answered` after all frames that the service has sent until now. Never calls it if this connection ends earlier. */
  beat(answered: () => void): void;
  /** An expected frame is missing: checks whether the service still answers. */
  check(): void;
  /** Ends this connection as if the service had ended it, for this reason. */
  giveUp(end: End): void;
  /** Connects at once if there is no connection, also after a refusal. With `anew` it replaces an existing connection. */
  retry(anew?: boolean): void;
  stop(): void;
}

/** The meaning of an end: the next try is soon; or late, because an early try would fail in the same way; or on request only. */
export type LinkEnd = "passing" | "slow" | "refused";

/** How a page and the service begin to speak, and when the page tries again. */
export interface Protocol<Frame extends AnyFrame> extends Opening<Frame> {
  readonly times: ConnectionTimes & BackoffTimes;
  /** Returns the meaning of an end with this code. */
  readonly meaningOf: (code: number) => LinkEnd;
  /** The ends after which a page tries at once when it is visible again or its network is back. */
  readonly hurriesAfter: readonly LinkEnd[];
}

/** The page, as its link sees it. */
export interface Listener<Frame extends AnyFrame> {
  /** Called when a connection is being opened. */
  readonly connecting: () => void;
  /** Receives each frame except beats. `isFirst` is true once in a connection, for the frame that `isReady` accepts. */
  readonly heard: (frame: Frame, isFirst: boolean) => void;
  readonly ended: (end: End, meaning: LinkEnd) => void;
}

type State =
  | { readonly at: "connected"; readonly connection: Connection }
  | { readonly at: "ended"; readonly meaning: LinkEnd }
  | { readonly at: "stopped" };

/** Connects at once. When the page is visible again, the link checks its connection, or connects without a pause. */
export function openReconnectingLink<Frame extends AnyFrame>(
  browser: Browser,
  protocol: Protocol<Frame>,
  { connecting, heard, ended }: Listener<Frame>,
): ReconnectingLink {
  const { times, meaningOf, hurriesAfter } = protocol;
  const timer = createTimer(browser);
  const backoff = createBackoff(browser.random, times);
  let connections = 0;
  let state: State = { at: "stopped" };

  const connect = (): void => {
    timer.stop();
    connections += 1;
    connecting();
    state = { at: "connected", connection: openConnection(browser, protocol, take, lose) };
  };
  const take = (frame: Frame, isFirst: boolean): void => {
    if (isFirst) backoff.reset();
    heard(frame, isFirst);
  };
  const lose = (end: End): void => {
    const meaning = meaningOf(end.code);
    state = { at: "ended", meaning };
    if (meaning !== "refused") timer.set(backoff.next(meaning === "slow"), connect);
    ended(end, meaning);
  };
  const current = (): Connection | null => (state.at === "connected" ? state.connection : null);
  const ready = (): Connection | null => (current()?.isReady() === true ? current() : null);
  const leave = (): void => {
    timer.stop();
    current()?.close();
    state = { at: "stopped" };
  };
  const check = (): void => ready()?.check();
  const stopListening = browser.on("return", () => {
    if (state.at === "ended" && hurriesAfter.includes(state.meaning)) connect();
    else check();
  });
  connect();
  return {
    connectionNumber: () => connections,
    send(frame) {
      const connection = ready();
      connection?.send(frame);
      return connection !== null;
    },
    beat: (answered) => current()?.beat(answered),
    check,
    giveUp: (end) => current()?.giveUp(end),
    retry(anew = false) {
      if (anew) leave();
      if (current() === null) connect();
    },
    stop() {
      stopListening();
      leave();
    },
  };
}

/** The pauses between one connection and the next: twice as long each time. */
interface Backoff {
  /** Returns the next pause; the longest one when a retry would fail again at once. */
  next(isSlow: boolean): number;
  /** A connection worked: the next pause is short. */
  reset(): void;
}

interface BackoffTimes {
  readonly pauseMinMs: number;
  readonly pauseMaxMs: number;
}

/** A random part of up to half is added, so that pages do not all reconnect at once after an outage. */
function createBackoff(random: () => number, { pauseMinMs, pauseMaxMs }: BackoffTimes): Backoff {
  let pauseMs = pauseMinMs;
  return {
    next(isSlow) {
      const nowMs = isSlow ? pauseMaxMs : pauseMs;
      pauseMs = Math.min(nowMs * 2, pauseMaxMs);
      return nowMs * (1 + random() / 2);
    },
    reset() {
      pauseMs = pauseMinMs;
    },
  };
}
