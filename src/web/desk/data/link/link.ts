import type { ReadonlySignal } from "@preact/signals";
import { batch } from "@preact/signals";
import type { Browser } from "../../../shared/browser/browser.types.ts";
import { unreadable } from "../../../shared/live/connection.ts";
import type { LinkEnd } from "../../../shared/live/reconnecting-link.ts";
import { openReconnectingLink } from "../../../shared/live/reconnecting-link.ts";
import type { DeskNews } from "../answers.types.ts";
import { createDoubt } from "./doubt.ts";
import type { LinkState } from "./link-state.ts";
import { createLinkStates } from "./link-state.ts";

export interface Link {
  readonly state: ReadonlySignal<LinkState>;
  /** The time since which the desk receives no changes; null while it does, and in a gap that is too short to show. */
  readonly goneSinceMs: ReadonlySignal<number | null>;
  /** Each connection has a new number. */
  connectionNumber(): number;
  /** Returns false when the link is not connected; then nothing was sent. */
  send(frame: object): boolean;
  /** Calls `answered` after all earlier messages of the service have arrived. If this connection ends first, `answered` is never called. */
  beat(answered: () => void): void;
  /** Reconnects at once, also after a refusal, and replaces a silent connection. */
  retry(): void;
  stop(): void;
}

export interface LinkParts {
  readonly browser: Browser;
  /** Returns the fields of the first frame besides type and cursor. */
  readonly hello: () => object;
  /** Receives messages in order, without gaps or duplicates from `ready` on, across connections. After a `resync` reload everything. */
  readonly heard: (news: DeskNews) => void;
}

const refusedCode = 4401;
/** The frame was too big, the service is over its limits, or its message was unreadable. */
const slowCodes: readonly number[] = [1009, 1013, unreadable];
/** Silence and doubt together are below 5 s, in which an agent must learn of a dead connection. The service checks about as often. */
const times = { readyMaxMs: 10_000, silenceMs: 2_500, answerMaxMs: 5_000, pauseMinMs: 500, pauseMaxMs: 10_000 };

/** `/ws/desk`: one connection after the other. Each continues at the end of the previous one. */
export function openLink({ browser, hello, heard }: LinkParts): Link {
  const states = createLinkStates(browser);
  const { state, goneSinceMs, doubted, trusted } = states;
  const place = createPlace(heard);
  const link = openReconnectingLink<DeskNews>({
    browser,
    path: "/ws/desk",
    times,
    hello: () => ({ type: "hello", ...hello(), ...place.since() }),
    isReady: ({ type }) => type === "ready",
    heard: (news, isFirst) =>
      batch(() => {
        if (isFirst) states.live();
        place.take(news);
      }),
    doubt: () => createDoubt({ browser, silenceMs: times.silenceMs, doubted, trusted }),
    connecting: states.begun,
    meaningOf,
    ended: (_end, meaning) => (meaning === "refused" ? states.refused() : states.lost()),
    hurriesAfter: ["passing"],
  });
  const { connectionNumber, send, beat, stop } = link;
  return { state, goneSinceMs, connectionNumber, send, beat, retry: () => link.retry(state.peek() === "silent"), stop };
}

function meaningOf(code: number): LinkEnd {
  if (code === refusedCode) return "refused";
  return slowCodes.includes(code) ? "slow" : "passing";
}

/** The position in the stream of messages. */
function createPlace(heard: (news: DeskNews) => void) {
  let cursor: number | null = null;
  return {
    since: () => (cursor === null ? {} : { since: cursor }),
    take(news: DeskNews): void {
      // The service continues at another position. Its next message reports this, but the connection may end before that message arrives,
      // and then the reload would be missed.
      const isElsewhere = news.type === "ready" && cursor !== null && news.cursor !== cursor;
      heard(news);
      if (isElsewhere) heard({ type: "resync" });
      if ("cursor" in news) cursor = news.cursor;
    },
  };
}
