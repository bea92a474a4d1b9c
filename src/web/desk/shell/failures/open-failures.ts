import type { ReadonlySignal } from "@preact/signals";
import { computed, effect, signal, untracked } from "@preact/signals";
import type { DeskChat } from "../../../../codec/desk/desk.ts";
import type { Answer } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import type { ChatsPage, MessageAnswer } from "../../data/answers.types.ts";
import type { Desk } from "../../data/desk.ts";
import { failures } from "../../texts/en/failures.ts";
import type { Duty } from "../failed.ts";
import { dutyOf, failedWords, failsFor, isInFailed } from "../failed.ts";
import { tellFailure } from "../notices.tsx";
import type { Unseen } from "./unseen.ts";
import { createUnseen } from "./unseen.ts";

const pageChats = 500;

/**
 * Closed chats are not among the open ones. Those with failed messages are read at the start of the desk, and after missed messages.
 * Returns a function that stops it.
 */
function followClosed(desk: Desk): () => void {
  let isRead = false;
  let isReading = false;
  const read = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    isRead = await readClosed(desk);
    isReading = false;
  };
  const ends = [
    // A viewed chat is read separately when the open ones are reloaded.
    effect(() => {
      desk.chats.revision.value;
      for (const { id, state } of desk.chats.withFailed()) if (state === "closed") desk.chats.of(id).value;
    }),
    desk.onReading((why) => {
      if (why === "resync" || !isRead) void read();
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Reads the closed chats. Returns whether all of them could be read. */
async function readClosed({ api, chats }: Desk): Promise<boolean> {
  for (let cursor: string | null = ""; cursor !== null; ) {
    const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const show = chats.ask();
    const page: Answer<ChatsPage> = await api.get(`/api/chats?state=closed&failed=true&limit=${pageChats}${from}`);
    if (!page.ok) return false;
    for (const chat of page.value.chats) show(chat);
    cursor = page.value.cursor;
  }
  return true;
}

const text = textsOf("failures", failures);

/** The failures that this agent must handle, in every section. */
export interface Failures {
  /** Chats with messages that failed, the latest failure first. */
  readonly chats: ReadonlySignal<readonly DeskChat[]>;
  /** The number of chats in the view of failures. */
  readonly count: ReadonlySignal<number>;
  readonly unseen: Unseen;
  readonly sendingAgain: SendingAgain;
  /** The text for screen readers: one for failures at about the same time. */
  readonly said: ReadonlySignal<string>;
  /** Follows the failures. Returns a function that stops it. */
  follow(): () => void;
}

const gatherMs = 500;

const known = new WeakMap<Desk, Failures>();

export function failuresOf(desk: Desk): Failures {
  const found = known.get(desk) ?? createFailures(desk);
  known.set(desk, found);
  return found;
}

function createFailures(desk: Desk): Failures {
  const { chats: all } = desk;
  const duty = dutySignal(desk);
  const failing = computed(() => {
    all.revision.value;
    return untracked(() => [...all.withFailed()]);
  });
  const chats = computed(() =>
    failing.value
      .filter((chat) => failsFor(chat, duty.value))
      .sort((one, other) => (other.failed?.at ?? 0) - (one.failed?.at ?? 0)),
  );
  const count = computed(() => failing.value.filter((chat) => isInFailed(chat, duty.value)).length);
  const unseen = createUnseen(desk);
  const sendingAgain = createSendingAgain(desk);
  const said = signal("");
  return {
    chats,
    count,
    unseen,
    sendingAgain,
    said,
    follow() {
      const ends = [followClosed(desk), unseen.follow(), sayFailures(desk, { chats, unseen, said })];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

/** Identifies one failure of a chat, distinct from its next one. */
export const failureKey = ({ id, failed }: DeskChat): string => `${id} ${failed?.at}`;

function sayFailures(
  { browser }: Desk,
  { chats, unseen, said }: { chats: Failures["chats"]; unseen: Unseen; said: { value: string } },
): () => void {
  let notified: ReadonlySet<string> = new Set();
  let notifiedUnseen = 0;
  let stopTimer: (() => void) | null = null;
  const say = (): void => {
    stopTimer = null;
    const fresh = chats.peek().filter((chat) => !notified.has(failureKey(chat)));
    const { count } = unseen.failures.peek();
    const words = [
      ...(fresh.length > 1 ? [text("chats", { n: fresh.length })] : fresh.map(failedWords)),
      ...(count > notifiedUnseen ? [unseenWords(count)] : []),
    ];
    notified = new Set(chats.peek().map(failureKey));
    notifiedUnseen = count;
    if (words.length > 0) said.value = words.join(" ");
  };
  const end = effect(() => {
    chats.value;
    unseen.failures.value;
    stopTimer ??= browser.after(gatherMs, say);
  });
  return () => {
    end();
    stopTimer?.();
  };
}

export const unseenWords = (count: number): string => text("unseen", { n: count });

/** The result of resent messages; `again` means that they failed again. */
type Resent = "sending" | "delivered" | "again";

/** Resends a chat's failed messages and follows their deliveries. */
interface SendingAgain {
  /** The results by chat id. */
  readonly resent: ReadonlySignal<ReadonlyMap<string, Resent>>;
  send(chat: DeskChat): Promise<void>;
  stop(): void;
}

const deliveredShownMs = 6_000;

function createSendingAgain({ api, browser, conversations, onNews }: Desk): SendingAgain {
  const resent = signal<ReadonlyMap<string, Resent>>(new Map());
  /** The running deliveries by chat id. */
  const pending = new Map<string, Set<string>>();
  const mark = (chatId: string, state: Resent | null): void => {
    const next = new Map(resent.peek());
    if (state === null) next.delete(chatId);
    else next.set(chatId, state);
    resent.value = next;
  };
  const end = (chatId: string, state: Resent | null): void => {
    pending.delete(chatId);
    mark(chatId, state);
  };
  const stop = onNews((news) => {
    // Missed messages are not repeated; the chats contain the present state.
    if (news.type === "resync") for (const chatId of [...pending.keys()]) end(chatId, null);
    if (news.type !== "message") return;
    const { chatId, message } = news;
    const left = pending.get(chatId);
    if (left === undefined || message.delivery === null || !left.has(message.delivery.id)) return;
    if (message.delivery.state === "failed") return end(chatId, "again");
    if (message.delivery.state === "delivered") left.delete(message.delivery.id);
    if (left.size > 0) return;
    end(chatId, "delivered");
    browser.after(deliveredShownMs, () => {
      if (resent.peek().get(chatId) === "delivered") mark(chatId, null);
    });
  });
  return {
    resent,
    /** Resends one message after the other, in the order of writing. */
    async send({ id: chatId, client, failed }) {
      if (failed === null || pending.has(chatId)) return;
      pending.set(chatId, new Set(failed.deliveryIds));
      mark(chatId, "sending");
      for (const deliveryId of failed.deliveryIds) {
        const show = conversations.ask(chatId);
        const answer = await api.send<MessageAnswer>("POST", `/api/deliveries/${deliveryId}/resend`);
        if (!answer.ok) {
          end(chatId, null);
          return tellFailure(text("notSentAgain", { name: client.name }), answer.failure);
        }
        show(answer.value.message);
      }
    },
    stop,
  };
}

/** Keeps the same object without a change, because channels are reloaded with every change of presence. */
export function dutySignal({ surroundings }: Desk): ReadonlySignal<Duty> {
  const facts = computed(() => {
    const { me, present } = dutyOf(surroundings.value);
    return JSON.stringify([me.id, me.role, ...[...present].sort((one, other) => one - other)]);
  });
  return computed(() => {
    facts.value;
    return dutyOf(surroundings.peek());
  });
}
