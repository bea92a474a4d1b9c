import type { ReadonlySignal } from "@preact/signals";
import { batch } from "@preact/signals";
import type { DeskMessage } from "../../../codec/desk/desk.ts";
import type { Api, ApiFailure } from "../../shared/api/api.ts";
import { isPassing } from "../../shared/api/api.ts";
import type { Browser } from "../../shared/browser/browser.types.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { createTimer } from "../../shared/live/timer.ts";
import { parts } from "../texts/en/parts.ts";
import type { MessageAnswer, MessagesPage } from "./answers.types.ts";
import type { Kept } from "./kept.ts";
import type { Unsent, UnsentStore, WrittenMessage } from "./unsent.ts";
import { createUnsentStore, isSame, linesOf } from "./unsent.ts";

/** Stores messages until the service has them, across lost connections, reloads and browser restarts. Keeps the order of each chat. */
export interface Outbox {
  readonly unsent: ReadonlySignal<readonly Unsent[]>;
  /** The unsent messages to show after the messages of a chat, without those already among them. Reads `unsent`. */
  shown(chatId: string, messages: readonly DeskMessage[]): readonly Unsent[];
  add(message: WrittenMessage): void;
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
  const { agentId, api, browser, kept, ask } = parts;
  const busy = new Set<string>();
  let isStopped = false;

  const next = (chatId: string): Unsent | undefined =>
    isStopped || !holds.isFree(chatId) ? undefined : firstFree(store.lane(chatId));
  const sendOne = async (one: Unsent): Promise<void> => {
    const show = ask(one.chatId);
    const outcome = await sendUnsent(one, browser.nowMs(), agentId, api);
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

/** Pauses for everything or for one lane. */
interface Holds {
  /** Whether the lane may continue. */
  isFree(lane: string): boolean;
  /** Pauses all lanes, because each of them would have the same failure. */
  holdAll(): void;
  /** Pauses all lanes until `releaseAll`. */
  holdForGood(): void;
  hold(lane: string): void;
  /** A message of the lane was sent: its next pause is short. */
  worked(lane: string): void;
  /** Ends all pauses at once. */
  releaseAll(): void;
}

const pauseMinMs = 1_000;
const pauseMaxMs = 30_000;
const everything = "";

/** Pauses that grow with each failure in a row. `released` is called at the end of a pause. */
function createHolds(browser: Browser, released: () => void): Holds {
  const stops = new Map<string, () => void>();
  const pauses = new Map<string, number>();

  const hold = (lane: string): void => {
    if (stops.has(lane)) return;
    const pauseMs = pauses.get(lane) ?? pauseMinMs;
    pauses.set(lane, Math.min(pauseMs * 2, pauseMaxMs));
    const stop = browser.after(pauseMs * (1 + browser.random() / 2), () => {
      stops.delete(lane);
      released();
    });
    stops.set(lane, stop);
  };
  const release = (): void => {
    for (const stop of stops.values()) stop();
    stops.clear();
  };
  return {
    isFree: (lane) => !stops.has(everything) && !stops.has(lane),
    hold,
    holdAll: () => hold(everything),
    holdForGood() {
      release();
      stops.set(everything, () => undefined);
    },
    worked(lane) {
      pauses.delete(lane);
      pauses.delete(everything);
    },
    releaseAll() {
      release();
      pauses.clear();
    },
  };
}

const text = textsOf("parts", parts);

type SendOutcome =
  | { readonly type: "taken"; readonly message: DeskMessage }
  | { readonly type: "refused"; readonly failure: ApiFailure }
  /** Temporary failure. `holds` names the lanes that would have the same failure; `session` means all lanes until the next login. */
  | { readonly type: "failed"; readonly holds: "lane" | "all" | "session" };

/** The service knows a key for 24 hours; after that a repeat would be a second message. Source: DEL-29. */
const keyKnownMs = 23 * 3_600_000;

const tooOld = (): ApiFailure => ({
  status: 0,
  code: "too_old",
  message: text("notSentForADay"),
  field: null,
  requestId: null,
});

/** Sends a message once. If the service may have forgotten the key, the message is searched and not sent. */
async function sendUnsent(one: Unsent, nowMs: number, agentId: number, api: Api): Promise<SendOutcome> {
  const { id, chatId, isNote, content } = one;
  if (nowMs - one.atMs > keyKnownMs) return findSent(one, agentId, api);
  const answer = await api.send<MessageAnswer>("POST", `/api/chats/${chatId}/${isNote ? "note" : "messages"}`, {
    body: isNote ? { text: content.text } : content,
    headers: { "Idempotency-Key": id },
  });
  return answer.ok ? { type: "taken", message: answer.value.message } : outcomeOf(answer.failure);
}

/** Finds a message that the service already has, from an attempt whose response was lost. */
async function findSent(one: Unsent, agentId: number, api: Api): Promise<SendOutcome> {
  const page = await api.get<MessagesPage>(`/api/chats/${one.chatId}/messages?after=${one.afterSeq}`);
  if (!page.ok) return outcomeOf(page.failure);
  const message = page.value.messages.find((each) => isSame(one, each, agentId));
  return message === undefined ? { type: "refused", failure: tooOld() } : { type: "taken", message };
}

function outcomeOf(failure: ApiFailure): SendOutcome {
  if (failure.status === 401) return { type: "failed", holds: "session" };
  if (failure.status === 429) return { type: "failed", holds: "lane" };
  return isPassing(failure) ? { type: "failed", holds: "all" } : { type: "refused", failure };
}
