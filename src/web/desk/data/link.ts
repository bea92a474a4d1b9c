import type { ReadonlySignal } from "@preact/signals";
import { batch, signal } from "@preact/signals";
import type { Browser } from "../../shared/browser/browser.types.ts";
import type { Doubt } from "../../shared/live/connection.ts";
import { unreadable } from "../../shared/live/connection.ts";
import type { LinkEnd } from "../../shared/live/reconnecting-link.ts";
import { openReconnectingLink } from "../../shared/live/reconnecting-link.ts";
import { createTimer } from "../../shared/live/timer.ts";
import type { DeskNews, Surroundings } from "./answers.types.ts";

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

const refusedCode = 4401;
/** The frame was too big, the service is over its limits, or its message was unreadable. */
const slowCodes: readonly number[] = [1009, 1013, unreadable];
/** Silence and doubt together are below 5 s, in which an agent must learn of a dead connection. The service checks about as often. */
const times = { readyMaxMs: 10_000, silenceMs: 2_500, answerMaxMs: 5_000, pauseMinMs: 500, pauseMaxMs: 10_000 };

/** `/ws/desk`: one connection after the other. Each continues at the end of the previous one, the first at `from`. */
export function openLink({
  browser,
  from,
  hello,
  heard,
}: {
  readonly browser: Browser;
  /** The first connection begins here. */
  readonly from: Pick<Surroundings, "cursor" | "access">;
  /** Returns the fields of the first frame besides type and cursor. */
  readonly hello: () => object;
  /** Receives messages in order, without gaps or duplicates, across connections. After a `resync` reload everything. */
  readonly heard: (news: DeskNews) => void;
}): Link {
  const states = createLinkStates(browser);
  const { state, goneSinceMs, doubted, trusted } = states;
  const place = createPlace(from.cursor, heard);
  const link = openReconnectingLink<DeskNews>(
    browser,
    {
      path: "/ws/desk",
      times,
      hello: () => ({ type: "hello", ...hello(), access: from.access, since: place.cursor() }),
      isReady: ({ type }) => type === "ready",
      doubt: () => createDoubt({ browser, silenceMs: times.silenceMs, doubted, trusted }),
      meaningOf,
      hurriesAfter: ["passing"],
    },
    {
      connecting: states.begun,
      heard: (news, isFirst) =>
        batch(() => {
          if (isFirst) states.live();
          place.take(news);
        }),
      ended: (_end, meaning) => (meaning === "refused" ? states.refused() : states.lost()),
    },
  );
  const { connectionNumber, send, beat, stop } = link;
  return { state, goneSinceMs, connectionNumber, send, beat, retry: () => link.retry(state.peek() === "silent"), stop };
}

function meaningOf(code: number): LinkEnd {
  if (code === refusedCode) return "refused";
  return slowCodes.includes(code) ? "slow" : "passing";
}

/** The position in the stream of messages. */
function createPlace(since: number, heard: (news: DeskNews) => void) {
  let cursor = since;
  return {
    cursor: () => cursor,
    take(news: DeskNews): void {
      // The service continues at another position. Its next message reports this, but the connection may end before that message arrives,
      // and then the reload would be missed.
      const isElsewhere = news.type === "ready" && news.cursor !== cursor;
      heard(news);
      if (isElsewhere) heard({ type: "resync" });
      if ("cursor" in news) cursor = news.cursor;
    },
  };
}

/** A busy service responds faster than this. */
const doubtMs = 2_000;

/** Detects a silent connection before it is closed, so that the agent knows of the doubt. */
function createDoubt({
  browser,
  silenceMs,
  doubted,
  trusted,
}: {
  readonly browser: Browser;
  /** After this silence the page sends the service a heartbeat. */
  readonly silenceMs: number;
  /** Called when the service did not respond in time, although the connection may still live. `sinceMs` is the time of the last message. */
  readonly doubted: (sinceMs: number) => void;
  /** Called when the service responds after all. */
  readonly trusted: () => void;
}): Doubt {
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
    received() {
      timer.stop();
      heardAtMs = browser.nowMs();
      if (isDoubted) trusted();
      isDoubted = false;
    },
    stop: timer.stop,
  };
}

/** `silent`: connected, but without a response; `away`: not connected, retrying; `refused`: the session has ended. */
type LinkState = "connecting" | "live" | "silent" | "away" | "refused";

/** The state of the link, and the time since which the desk receives no changes. */
interface LinkStates {
  readonly state: ReadonlySignal<LinkState>;
  /** Null while the desk receives changes, and in a gap that is too short to show. */
  readonly goneSinceMs: ReadonlySignal<number | null>;
  live(): void;
  /** The service has not responded in time since then. */
  doubted(sinceMs: number): void;
  /** The service has responded after all. */
  trusted(): void;
  lost(): void;
  refused(): void;
  /** A refused link starts again. */
  begun(): void;
}

/** A shorter gap is not shown, because the desk is back before anyone can read the text. */
const hushMs = 1_500;

function createLinkStates(browser: Browser): LinkStates {
  const state = signal<LinkState>("connecting");
  const goneSinceMs = signal<number | null>(null);
  const hush = createTimer(browser);
  const known = (now: "live" | "refused"): void =>
    batch(() => {
      hush.stop();
      state.value = now;
      goneSinceMs.value = null;
    });
  const say = (sinceMs: number): void => {
    goneSinceMs.value ??= sinceMs;
  };
  return {
    state,
    goneSinceMs,
    live: () => known("live"),
    refused: () => known("refused"),
    doubted: (sinceMs) =>
      batch(() => {
        if (state.peek() === "live") state.value = "silent";
        say(sinceMs);
      }),
    trusted() {
      if (state.peek() === "silent") known("live");
    },
    lost() {
      const sinceMs = browser.nowMs();
      if (state.peek() !== "away") hush.set(hushMs, () => say(sinceMs));
      state.value = "away";
    },
    begun() {
      if (state.peek() === "refused") state.value = "connecting";
    },
  };
}
