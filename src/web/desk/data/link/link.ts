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
  /** Since when the desk knows nothing of what happens; null while it does, and in a gap that is too short to speak of. */
  readonly goneSinceMs: ReadonlySignal<number | null>;
  /** Another one for each connection. */
  connectionNumber(): number;
  /** False when it is not connected: nothing was sent. */
  send(frame: object): boolean;
  /** Runs when the service has answered behind all it sent until now; never, if this connection ends before. */
  beat(answered: () => void): void;
  /** Tries at once, also after a refusal and in place of a connection that is silent. */
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
/** Too big a frame, the service is over its limits, or it said what nobody reads. */
const slowCodes: readonly number[] = [1009, 1013, unreadable];
/** The silence and the doubt together are less than the 5 s in which an agent is to know: about as often as the service asks from its side. */
const times = { readyMaxMs: 10_000, silenceMs: 2_500, answerMaxMs: 5_000, pauseMinMs: 500, pauseMaxMs: 10_000 };

/** `/ws/desk`: one connection after the other, each going on where the one before ended. */
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
