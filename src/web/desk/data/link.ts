import type { ReadonlySignal } from "@preact/signals";
import { batch } from "@preact/signals";
import { createTimer } from "../../live/timer.ts";
import type { DeskNews } from "./answers.types.ts";
import type { Browser } from "./browser.types.ts";
import type { Connection } from "./connection.ts";
import { openConnection, unreadable } from "./connection.ts";
import type { LinkState } from "./link-state.ts";
import { createLinkStates } from "./link-state.ts";

export interface Link {
  readonly state: ReadonlySignal<LinkState>;
  /** Since when the desk knows nothing of what happens; null while it does, and in a gap that is too short to speak of. */
  readonly goneSinceMs: ReadonlySignal<number | null>;
  /** Another one for each connection. */
  connectionNumber(): number;
  /** False when it is not connected: nothing was sent. */
  send(frame: object): boolean;
  /** Runs when the service has answered behind all it sent until now; never, if this connection ends before. */
  beat(answered: () => void): void;
  /** Tries at once, also after a refusal. */
  retry(): void;
  stop(): void;
}

export interface LinkParts {
  readonly browser: Browser;
  /** What the first frame says beside its type and cursor. */
  readonly hello: () => object;
  /** In order, without a gap or a double from `ready` on, also over connections; after a `resync` everything is to be read anew. */
  readonly heard: (news: DeskNews) => void;
}

const refusedCode = 4401;
/** Too big a frame, the service is over its limits, or it said what nobody reads: the same would happen again at once. */
const slowCodes: readonly number[] = [1009, 1013, unreadable];
/** Up to half as much is added, so that the desks of a service that was gone do not come back together. */
const pauseMinMs = 500;
const pauseMaxMs = 10_000;

/** `/ws/desk`: one connection after the other, with growing pauses, each going on where the one before ended. */
export function openLink({ browser, hello, heard }: LinkParts): Link {
  const states = createLinkStates(browser);
  const { state, goneSinceMs, doubted, trusted } = states;
  const timer = createTimer(browser);
  const place = createPlace(heard);
  let connection: Connection | null = null;
  let connections = 0;
  let pauseMs = pauseMinMs;
  let canHurry = true;

  const lost = (code: number): void => {
    connection = null;
    canHurry = code !== refusedCode && !slowCodes.includes(code);
    if (code === refusedCode) {
      states.refused();
      return;
    }
    states.lost();
    if (!canHurry) pauseMs = pauseMaxMs;
    timer.set(pauseMs * (1 + browser.random() / 2), connect);
    pauseMs = Math.min(pauseMs * 2, pauseMaxMs);
  };
  const take = (news: DeskNews): void => {
    batch(() => {
      if (news.type === "ready") {
        pauseMs = pauseMinMs;
        states.live();
      }
      place.take(news);
    });
  };
  const connect = (): void => {
    timer.stop();
    connections += 1;
    const first = () => ({ type: "hello", ...hello(), ...place.since() });
    connection = openConnection({ browser, hello: first, heard: take, ended: lost, doubted, trusted });
  };
  const leave = (): void => {
    timer.stop();
    connection?.close();
    connection = null;
  };
  const stopListening = browser.on("return", () => {
    if (states.isConnected()) connection?.check();
    else if (connection === null && canHurry) connect();
  });
  connect();
  return {
    state,
    goneSinceMs,
    connectionNumber: () => connections,
    send(frame) {
      if (!states.isConnected()) return false;
      connection?.send(frame);
      return true;
    },
    beat: (answered) => connection?.beat(answered),
    retry() {
      if (state.peek() === "silent") leave();
      if (connection !== null) return;
      states.begun();
      connect();
    },
    stop() {
      stopListening();
      leave();
    },
  };
}

/** How far the news were heard. */
function createPlace(heard: (news: DeskNews) => void) {
  let cursor: number | null = null;
  return {
    since: () => (cursor === null ? {} : { since: cursor }),
    take(news: DeskNews): void {
      // The service goes on elsewhere. It says so next, but the connection may end in between, and the cursor would be forgotten.
      const isElsewhere = news.type === "ready" && cursor !== null && news.cursor !== cursor;
      heard(news);
      if (isElsewhere) heard({ type: "resync" });
      if ("cursor" in news) cursor = news.cursor;
    },
  };
}
