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

/** Something the agent has sent that the service has not taken yet. */
export interface Unsent {
  /** Also its Idempotency-Key: however often it is sent, it is one message. */
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
  /** Later than all that was written in the chat before it. */
  readonly atMs: number;
  /** The newest message of the chat when it was written: its own comes behind it. */
  readonly afterSeq: number;
  /** Why the service refused it; null while it is on its way, waits for the connection, or for one before it that was refused. */
  readonly refusal: ApiFailure | null;
}

/** Keeps what is written until the service has it, over drops, reloads and the end of the browser. Each chat's in order. */
export interface Outbox {
  readonly unsent: ReadonlySignal<readonly Unsent[]>;
  /** What is to be shown behind the messages of a chat: none that stands among them already. Reads `unsent`. */
  shown(chatId: string, messages: readonly DeskMessage[]): readonly Unsent[];
  add(message: Pick<Unsent, "chatId" | "isNote" | "content" | "afterSeq">): void;
  /** One that was refused goes out once more, in its place. */
  retry(id: string): void;
  /** Throws it away; the answer is what it was, to be written anew, or null when it was sent before. */
  discard(id: string): Unsent | null;
  /** Sends what waits: the connection is back. */
  flush(): void;
  /** Sends nothing any more; it is kept. */
  stop(): void;
}

export interface OutboxParts {
  readonly agentId: number;
  readonly api: Api;
  readonly browser: Browser;
  readonly kept: Kept;
  /** Before a message is sent: shows it as the service answers it. */
  readonly ask: (chatId: string) => (answer: DeskMessage) => void;
}

/** What another tab wrote is its to send; it may be closed by now. */
const otherTabMs = 5_000;

/**
 * One lane for each chat: in it one after the other, in one tab at a time. What is refused holds up what was written of its kind in its
 * chat behind it. A failure that any chat would meet holds up all.
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

/** With its key, so that two tabs send it once; with another one, the same in every tab, when the service may have forgotten that. */
function sendAgain(store: UnsentStore, one: Unsent, nowMs: number): void {
  if (nowMs - one.atMs <= keyKnownMs) store.change({ ...one, refusal: null });
  else
    batch(() => {
      store.add({ ...one, id: `${one.id}~`, atMs: nowMs, refusal: null });
      store.drop(one.id);
    });
}

/** The sending of each chat's. */
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
        // Written while the lane was given up.
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

/** The first that waits for nothing of its kind before it. */
function firstFree(lane: readonly Unsent[]): Unsent | undefined {
  const refusedKinds = new Set<boolean>();
  return lane.find(({ refusal, isNote }) => {
    if (refusal !== null) refusedKinds.add(isNote);
    return !refusedKinds.has(isNote);
  });
}
