import type { ReadonlySignal } from "@preact/signals";
import { batch, signal } from "@preact/signals";
import type { DeskMessage } from "../../../codec/desk/desk.ts";
import type { Answer, Api, ApiFailure } from "../../shared/api/api.ts";
import type { MessagesPage } from "./answers.types.ts";

/** The loaded messages of one chat: without gaps, up to the newest. */
export interface Conversation {
  readonly chatId: string;
  /** Messages stay during a reload. */
  readonly messages: ReadonlySignal<readonly DeskMessage[]>;
  readonly loading: ReadonlySignal<"loading" | "ready" | ApiFailure>;
  readonly hasOlder: ReadonlySignal<boolean>;
  /** The state of `loadOlder`. */
  readonly loadingOlder: ReadonlySignal<"idle" | "loading" | ApiFailure>;
}

export interface Conversations {
  /** Loads the end of a conversation that was not open. */
  open(chatId: string): Conversation;
  /** Retries a failed read of the end. */
  retry(chatId: string): Promise<void>;
  /** Loads the previous page, one at a time. */
  loadOlder(chatId: string): Promise<void>;
  /** Takes a message from the socket; it arrives again when its delivery changes. */
  put(chatId: string, message: DeskMessage): void;
  /** Call it before a request that returns a message. The result shows that message, unless a newer form has arrived or was requested since. */
  ask(chatId: string): (answer: DeskMessage) => void;
  /** Rereads the loaded parts, because messages were missed. */
  reload(): Promise<void>;
  /** Retries all failed reads. */
  resume(): void;
}

/** The least recently viewed conversation is evicted first. */
const conversationsMax = 30;

export function createConversations(api: Api): Conversations {
  const known = new Map<string, ConversationReader>();
  let count = 0;
  /** Numbers all socket messages and requests of all conversations: a higher number is newer. */
  const next = (): number => {
    count += 1;
    return count;
  };
  const reload = async (): Promise<void> => {
    await Promise.all([...known.values()].map((one) => one.readEnd()));
  };
  return {
    open(chatId) {
      const found = known.get(chatId);
      const one = found ?? createConversationReader(api, chatId, next);
      known.delete(chatId);
      known.set(chatId, one);
      for (const oldest of known.keys()) {
        if (known.size <= conversationsMax) break;
        known.delete(oldest);
      }
      if (found === undefined) void one.readEnd();
      return one.conversation;
    },
    retry: async (chatId) => known.get(chatId)?.readEnd(),
    loadOlder: async (chatId) => known.get(chatId)?.readOlder(),
    put: (chatId, message) => known.get(chatId)?.put(message, next()),
    ask(chatId) {
      const asked = next();
      return (answer) => known.get(chatId)?.put(answer, asked);
    },
    reload,
    resume() {
      for (const one of known.values()) if (one.hasFailed()) void one.readEnd();
    },
  };
}

/** One conversation, with its loaded part. */
interface ConversationReader {
  readonly conversation: Conversation;
  /** Reads the newest page and the loaded part before it. Only the result of the last call is used. */
  readEnd(): Promise<void>;
  readOlder(): Promise<void>;
  /** Takes a message from the socket or from a response. `at` is the number of that socket message or request. */
  put(message: DeskMessage, at: number): void;
  /** Whether the last read failed. */
  hasFailed(): boolean;
}

/** After a reload at most this many pages of a long conversation stay. */
const pagesMax = 10;

/** `next` returns the number of a request, from one counter for all socket messages and requests. */
function createConversationReader(api: Api, chatId: string, next: () => number): ConversationReader {
  const messages = signal<MessageList>([]);
  const loading = signal<Conversation["loading"]["value"]>("loading");
  const hasOlder = signal(false);
  const loadingOlder = signal<Conversation["loadingOlder"]["value"]>("idle");
  const conversation: Conversation = { chatId, messages, loading, hasOlder, loadingOlder };
  const known = createKnownMessages();
  let reads = 0;
  let older: Promise<void> | null = null;

  const readPage = async (before: number): Promise<Answer<readonly NumberedMessage[]>> => {
    const at = next();
    const page = await api.get<MessagesPage>(`/api/chats/${chatId}/messages?before=${before}`);
    if (!page.ok) return page;
    return { ok: true, value: page.value.messages.map((message) => ({ message, at })) };
  };
  const showPage = (page: MessageList): void => {
    messages.value = page;
    hasOlder.value = firstSeq(page) > 1;
  };
  const fail = (failure: ApiFailure): void => {
    loading.value = failure;
    // The agent may no longer see the chat.
    if (failure.status === 404) showPage([]);
  };
  const readEnd = async (): Promise<void> => {
    reads += 1;
    const read = reads;
    const wanted = messages.value.length === 0 ? null : firstSeq(messages.value);
    if (loading.value !== "ready") loading.value = "loading";
    const meanwhile = known.begin();
    const answer = await readBack(readPage, wanted);
    const put = known.end(meanwhile);
    if (read !== reads) return;
    batch(() => {
      if (!answer.ok) return fail(answer.failure);
      showPage(known.behind(known.take(answer.value), put));
      loading.value = "ready";
    });
  };
  const readPageBefore = async (): Promise<void> => {
    const read = reads;
    loadingOlder.value = "loading";
    const page = await readPage(firstSeq(messages.value));
    batch(() => {
      loadingOlder.value = page.ok ? "idle" : page.failure;
      // A reload happened meanwhile, and may start at another message.
      if (read !== reads || !page.ok) return;
      showPage([...known.take(page.value), ...messages.value]);
    });
  };
  return {
    conversation,
    readEnd,
    put(message, at) {
      if (!known.put({ message, at })) return;
      // A message before the loaded part comes with its page; alone it would leave a gap.
      const isBefore = hasOlder.value && message.seq < firstSeq(messages.value);
      if (loading.value === "ready" && !isBefore) messages.value = withMessage(messages.value, message);
    },
    hasFailed: () => typeof loading.value === "object",
    readOlder() {
      if (loading.value !== "ready" || !hasOlder.value) return Promise.resolve();
      older ??= readPageBefore().finally(() => {
        older = null;
      });
      return older;
    },
  };
}

/** A seq after the last possible message. The service reads numbers of at most 15 digits. */
const behindAll = 999_999_999_999_999;

/** Reads a conversation from its end back to a seq that was loaded before; null reads one page. */
async function readBack(
  readPage: (before: number) => Promise<Answer<readonly NumberedMessage[]>>,
  wantedSeq: number | null,
): Promise<Answer<readonly NumberedMessage[]>> {
  let all: readonly NumberedMessage[] = [];
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page = await readPage(all[0]?.message.seq ?? behindAll);
    if (!page.ok) return page;
    all = [...page.value, ...all];
    if (page.value.length === 0 || wantedSeq === null || (all[0]?.message.seq ?? 1) <= wantedSeq) break;
  }
  return { ok: true, value: all };
}

/** A message from the socket or from a read. */
interface NumberedMessage {
  readonly message: DeskMessage;
  /** The number of the socket message or request, from one counter for both: a higher number is newer. */
  readonly at: number;
}

/** The messages of one conversation, each in its newest form. */
interface KnownMessages {
  /** Returns false when a newer form is known. */
  put(one: NumberedMessage): boolean;
  /** Returns the read messages, each in its newest form. */
  take(read: readonly NumberedMessage[]): MessageList;
  /** Records all messages that are put until `end`. */
  begin(): Put;
  end(put: Put): Put;
  /** Returns the page and the messages of `put` after it, which the service may have stored after it read the page. */
  behind(page: MessageList, put: Put): MessageList;
}

/** The seqs of the recorded messages. */
type Put = Set<number>;

function createKnownMessages(): KnownMessages {
  const newest = new Map<number, NumberedMessage>();
  const remembering = new Set<Put>();
  const keep = (one: NumberedMessage): NumberedMessage => {
    const { seq } = one.message;
    const known = newest.get(seq);
    if (known !== undefined && known.at > one.at) return known;
    newest.set(seq, one);
    return one;
  };
  return {
    put(one) {
      if (keep(one) !== one) return false;
      for (const put of remembering) put.add(one.message.seq);
      return true;
    },
    take: (read) => read.map((one) => keep(one).message),
    begin() {
      const put: Put = new Set();
      remembering.add(put);
      return put;
    },
    end(put) {
      remembering.delete(put);
      return put;
    },
    behind(page, put) {
      const behind = [...put].filter((seq) => seq > lastSeq(page));
      return behind
        .flatMap((seq) => newest.get(seq) ?? [])
        .reduce((all, { message }) => withMessage(all, message), page);
    },
  };
}

/** Messages in order of their seq, each once. */
type MessageList = readonly DeskMessage[];

/** Inserts the message in its place, instead of its older form. */
function withMessage(messages: MessageList, message: DeskMessage): MessageList {
  const at = placeOf(messages, message.seq);
  const isKnown = messages[at]?.seq === message.seq;
  return [...messages.slice(0, at), message, ...messages.slice(isKnown ? at + 1 : at)];
}

const firstSeq = (messages: MessageList): number => messages[0]?.seq ?? 1;
const lastSeq = (messages: MessageList): number => messages.at(-1)?.seq ?? 0;

/** The number of messages with a smaller seq. The search starts at the newest, which changes most often. */
function placeOf(messages: MessageList, seq: number): number {
  let at = messages.length;
  while (at > 0 && (messages[at - 1]?.seq ?? 0) >= seq) at -= 1;
  return at;
}
