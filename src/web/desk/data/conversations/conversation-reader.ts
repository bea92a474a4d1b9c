import { batch, signal } from "@preact/signals";
import type { DeskMessage } from "../../../../codec/desk/desk.ts";
import type { Answer, Api, ApiFailure } from "../../../shared/api/api.ts";
import type { MessagesPage } from "../answers.types.ts";
import type { Conversation } from "./conversations.ts";
import type { NumberedMessage } from "./known-messages.ts";
import { createKnownMessages } from "./known-messages.ts";
import type { MessageList } from "./message-list.ts";
import { firstSeq, withMessage } from "./message-list.ts";

/** One conversation, with its loaded part. */
export interface ConversationReader {
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
export function createConversationReader(api: Api, chatId: string, next: () => number): ConversationReader {
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
