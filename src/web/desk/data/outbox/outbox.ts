import type { ReadonlySignal } from "@preact/signals";
import { batch } from "@preact/signals";
import type { DeskMessage } from "../../../../codec/desk/desk.ts";
import type { Api, ApiFailure } from "../../../shared/api/api.ts";
import type { Browser } from "../../../shared/browser/browser.types.ts";
import { createTimer } from "../../../shared/live/timer.ts";
import type { Kept } from "../kept.ts";
import { createHolds } from "./holds.ts";
import { keyKnownMs, sendUnsent } from "./send-unsent.ts";
import { linesOf } from "./unsent-lines.ts";
import type { UnsentStore } from "./unsent-store.ts";
import { createUnsentStore } from "./unsent-store.ts";

/** A message of the agent that the service has not accepted yet. */
export interface Unsent {
  /** Also the Idempotency-Key: repeated requests create one message. */
  readonly id: string;
  readonly chatId: string;
  /** A note stays in the desk. */
  readonly isNote: boolean;
  /** The body of the request: `{type, text, …}`. */
  readonly content: {
    readonly type: string;
    readonly text?: string;
    readonly file?: string;
    readonly file_name?: string;
  };
  /** Later than all earlier unsent messages of the chat. */
  readonly atMs: number;
  /** The newest message of the chat at the time of writing; this message follows it. */
  readonly afterSeq: number;
  /** The service's refusal; null while the message is being sent, or waits for the connection or for a refused earlier message. */
  readonly refusal: ApiFailure | null;
}

/** Stores messages until the service has them, across lost connections, reloads and browser restarts. Keeps the order of each chat. */
export interface Outbox {
  readonly unsent: ReadonlySignal<readonly Unsent[]>;
  /** The unsent messages to show after the messages of a chat, without those already among them. Reads `unsent`. */
  shown(chatId: string, messages: readonly DeskMessage[]): readonly Unsent[];
  add(message: Pick<Unsent, "chatId" | "isNote" | "content" | "afterSeq">): void;
  /** Sends a refused message again, in its place. */
  retry(id: string): void;
  /** Discards the message. Returns it, so that the agent can rewrite it, or null when it was already sent. */
  discard(id: string): Unsent | null;
  /** Sends all waiting messages, because the connection is back. */
  flush(): void;
  /** Stops sending; the messages stay stored. */
  stop(): void;
}

export interface OutboxParts {
  readonly agentId: number;
  readonly api: Api;
  readonly browser: Browser;
  readonly kept: Kept;
  /** Call it before a message is sent. The result shows the message from the response. */
  readonly ask: (chatId: string) => (answer: DeskMessage) => void;
}

/** Messages of another tab are left to that tab for this time; after that the tab may be closed. */
const otherTabMs = 5_000;

/**
 * One lane for each chat: it sends one message after the other, in one tab at a time. A refused message delays later
 * messages of its kind in its chat. A failure that affects every chat delays all messages.
 */
export function createOutbox(parts: OutboxParts): Outbox {
  const { agentId, browser, kept } = parts;
  const store = createUnsentStore(kept);
  const lanes = createLanes(parts, store);
  const find = (id: string): Unsent | undefined => store.all.peek().find((one) => one.id === id);
  return {
    unsent: store.all,
    shown(chatId, messages) {
      const unsent = store.all.value.filter((one) => one.chatId === chatId);
      return linesOf(unsent, messages, agentId);
    },
    add(message) {
      const { chatId } = message;
      const atMs = Math.max(browser.nowMs(), (store.lane(chatId).at(-1)?.atMs ?? 0) + 1);
      store.add({ ...message, id: browser.newId(), atMs, refusal: null });
      lanes.start(chatId);
    },
    retry(id) {
      const one = find(id);
      if (one === undefined || one.refusal === null) return;
      sendAgain(store, one, browser.nowMs());
      lanes.start(one.chatId);
    },
    discard(id) {
      const one = find(id);
      store.drop(id);
      if (one !== undefined) lanes.start(one.chatId);
      return one ?? null;
    },
    flush() {
      store.look();
      lanes.flush();
    },
    stop: lanes.stop,
  };
}

/** Uses the same key, so that two tabs send the message once. If the service may have forgotten the key, all tabs use one new key. */
function sendAgain(store: UnsentStore, one: Unsent, nowMs: number): void {
  if (nowMs - one.atMs <= keyKnownMs) store.change({ ...one, refusal: null });
  else
    batch(() => {
      store.add({ ...one, id: `${one.id}~`, atMs: nowMs, refusal: null });
      store.drop(one.id);
    });
}

/** Sends the messages of each chat. */
function createLanes(parts: OutboxParts, store: UnsentStore) {
  const { agentId, browser, kept, ask } = parts;
  const busy = new Set<string>();
  let isStopped = false;

  const next = (chatId: string): Unsent | undefined =>
    isStopped || !holds.isFree(chatId) ? undefined : firstFree(store.lane(chatId));
  const sendOne = async (one: Unsent): Promise<void> => {
    const show = ask(one.chatId);
    const outcome = await sendUnsent(one, parts);
    if (outcome.type === "taken") {
      holds.worked(one.chatId);
      batch(() => {
        show(outcome.message);
        store.taken(one, outcome.message.seq);
      });
    } else if (outcome.type === "refused") store.change({ ...one, refusal: outcome.failure });
    else if (outcome.holds === "lane") holds.hold(one.chatId);
    else if (outcome.holds === "all") holds.holdAll();
    else holds.holdForGood();
  };
  const run = async (chatId: string): Promise<void> => {
    store.look();
    for (let one = next(chatId); one !== undefined; one = next(chatId)) await sendOne(one);
  };
  const start = (chatId: string): void => {
    if (busy.has(chatId) || next(chatId) === undefined) return;
    busy.add(chatId);
    void browser
      .alone(`parley.desk.${agentId}.outbox.${chatId}`, () => run(chatId))
      .finally(() => {
        busy.delete(chatId);
        // The message was written while the lane was being released.
        start(chatId);
      });
  };
  const startAll = (): void => {
    for (const chatId of new Set(store.all.peek().map((one) => one.chatId))) start(chatId);
  };
  const holds = createHolds(browser, startAll);
  const others = createTimer(browser);
  kept.onChange(() => {
    if (store.all.peek().length > 0) others.set(otherTabMs, startAll);
  });
  return {
    start,
    flush() {
      holds.releaseAll();
      startAll();
    },
    stop() {
      isStopped = true;
      others.stop();
      holds.holdForGood();
    },
  };
}

/** The first message that is not refused and has no refused message of its kind before it. */
function firstFree(lane: readonly Unsent[]): Unsent | undefined {
  const refusedKinds = new Set<boolean>();
  return lane.find(({ refusal, isNote }) => {
    if (refusal !== null) refusedKinds.add(isNote);
    return !refusedKinds.has(isNote);
  });
}
