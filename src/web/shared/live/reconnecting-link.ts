import type { Browser } from "../browser/browser.types.ts";
import type { BackoffTimes } from "./backoff.ts";
import { createBackoff } from "./backoff.ts";
import type { AnyFrame, Connection, ConnectionParts, ConnectionTimes, End } from "./connection.ts";
import { openConnection } from "./connection.ts";
import { createTimer } from "./timer.ts";

/** One connection after the other, with growing pauses. */
export interface ReconnectingLink {
  /** Another one for each connection. */
  connectionNumber(): number;
  /** False when the service does not listen: nothing was sent. */
  send(frame: object): boolean;
  /** Runs when the service has answered behind all it sent until now; never, if this connection ends before. */
  beat(answered: () => void): void;
  /** Something ought to have come: finds out whether somebody is there. */
  check(): void;
  /** Ends this connection as if the service had, for this reason. */
  giveUp(end: End): void;
  /** Tries at once where nothing is connected, also after a refusal; `anew` in place of a connection that is there. */
  retry(anew?: boolean): void;
  stop(): void;
}

/** What an end means: the next try comes soon, or late because the same would happen again at once, or when somebody asks for it. */
export type LinkEnd = "passing" | "slow" | "refused";

export interface LinkParts<Frame extends AnyFrame> extends Omit<ConnectionParts<Frame>, "browser" | "ended"> {
  readonly browser: Pick<Browser, "after" | "openSocket" | "random" | "on">;
  readonly times: ConnectionTimes & BackoffTimes;
  /** A connection is opened. */
  readonly connecting: () => void;
  /** What an end with this code means. */
  readonly meaningOf: (code: number) => LinkEnd;
  readonly ended: (end: End, meaning: LinkEnd) => void;
  /** After which ends a page tries at once that is looked at again, or has its network back. */
  readonly hurriesAfter: readonly LinkEnd[];
}

type State =
  | { readonly at: "connected"; readonly connection: Connection }
  | { readonly at: "ended"; readonly meaning: LinkEnd }
  | { readonly at: "stopped" };

/** Connects at once. A page that is looked at again asks whether its connection lives, or makes one without waiting. */
export function openReconnectingLink<Frame extends AnyFrame>(parts: LinkParts<Frame>): ReconnectingLink {
  const { browser, times, heard, connecting, meaningOf, ended, hurriesAfter } = parts;
  const timer = createTimer(browser);
  const backoff = createBackoff(browser.random, times);
  let connections = 0;
  let state: State = { at: "stopped" };

  const connect = (): void => {
    timer.stop();
    connections += 1;
    connecting();
    state = { at: "connected", connection: openConnection({ ...parts, heard: take, ended: lose }) };
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
