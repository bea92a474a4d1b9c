import { batch, signal } from "@preact/signals";
import type { DeskMessage } from "../../../codec/desk/desk.ts";
import type { MessagesPage } from "./answers.types.ts";
import type { Answer, Api, ApiFailure } from "./api.ts";
import type { Conversation } from "./conversations.ts";
import type { MessageList } from "./message-list.ts";
import { firstSeq, lastSeq, withMessage, withNewest } from "./message-list.ts";

/** One conversation, and what is read of it. */
export interface ConversationReader {
  readonly conversation: Conversation;
  /** Reads its end, and all that is loaded before. Of several the last one counts. */
  readEnd(): Promise<void>;
  readOlder(): Promise<void>;
  /** As the socket told it as its news number `told`. */
  put(message: DeskMessage, told: number): void;
  /** As the answer shows it to a request that was made behind the news number `asked`: what was told later is newer. */
  putAnswer(message: DeskMessage, asked: number): void;
  /** It could not be read. */
  hasFailed(): boolean;
}

/** Of a long conversation that is read anew only the end stays, so many pages long. */
const pagesMax = 10;

export function createConversationReader(api: Api, chatId: string): ConversationReader {
  const messages = signal<MessageList>([]);
  const loading = signal<Conversation["loading"]["value"]>("loading");
  const hasOlder = signal(false);
  const loadingOlder = signal<Conversation["loadingOlder"]["value"]>("idle");
  const conversation: Conversation = { chatId, messages, loading, hasOlder, loadingOlder };
  /** What was told while a page was on its way: it is newer than the page. */
  const told = createTold();
  /** The number of the last news of each message, by its seq. */
  const toldLast = new Map<number, number>();
  let reads = 0;
  let older: Promise<void> | null = null;

  const get = (query: string): Promise<Answer<MessagesPage>> =>
    api.get<MessagesPage>(`/api/chats/${chatId}/messages?${query}`);
  const show = (message: DeskMessage): void => {
    told.put(message);
    // What stands before the loaded part comes with its page: on its own it would leave a gap.
    const isBefore = hasOlder.value && message.seq < firstSeq(messages.value);
    if (loading.value === "ready" && !isBefore) messages.value = withMessage(messages.value, message);
  };
  const showPage = (page: MessageList): void => {
    messages.value = page;
    hasOlder.value = firstSeq(page) > 1;
  };
  const fail = (failure: ApiFailure): void => {
    loading.value = failure;
    // It is not for this agent any more.
    if (failure.status === 404) showPage([]);
  };
  const readEnd = async (): Promise<void> => {
    reads += 1;
    const read = reads;
    const wanted = messages.value.length === 0 ? null : firstSeq(messages.value);
    if (loading.value !== "ready") loading.value = "loading";
    const since = told.begin();
    const answer = await readBack(get, wanted);
    const newer = told.end(since);
    if (read !== reads) return;
    batch(() => {
      if (!answer.ok) return fail(answer.failure);
      const page = answer.value;
      const behind = [...newer.values()].filter(({ seq }) => seq > lastSeq(page));
      showPage(behind.reduce(withMessage, withNewest(page, newer)));
      loading.value = "ready";
    });
  };
  const readPageBefore = async (): Promise<void> => {
    const read = reads;
    loadingOlder.value = "loading";
    const since = told.begin();
    const page = await get(`before=${firstSeq(messages.value)}`);
    const newer = told.end(since);
    batch(() => {
      loadingOlder.value = page.ok ? "idle" : page.failure;
      // Meanwhile everything was read anew, and may begin elsewhere.
      if (read !== reads || !page.ok) return;
      showPage([...withNewest(page.value.messages, newer), ...messages.value]);
    });
  };
  return {
    conversation,
    readEnd,
    put(message, number) {
      toldLast.set(message.seq, number);
      show(message);
    },
    putAnswer(message, asked) {
      if ((toldLast.get(message.seq) ?? 0) <= asked) show(message);
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

/** Behind every message; the service reads numbers of at most 15 digits. */
const behindAll = 999_999_999_999_999;

/** The end of a conversation, back to a seq that was loaded before; null for one page. */
async function readBack(
  get: (query: string) => Promise<Answer<MessagesPage>>,
  wantedSeq: number | null,
): Promise<Answer<MessageList>> {
  let all: MessageList = [];
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page = await get(`before=${all[0]?.seq ?? behindAll}`);
    if (!page.ok) return page;
    all = [...page.value.messages, ...all];
    if (page.value.messages.length === 0 || wantedSeq === null || firstSeq(all) <= wantedSeq) break;
  }
  return { ok: true, value: all };
}

/** What is told while at least one page is on its way, for each page from its beginning on. */
function createTold() {
  const since = new Set<{ readonly messages: Map<number, DeskMessage> }>();
  return {
    begin() {
      const begun = { messages: new Map<number, DeskMessage>() };
      since.add(begun);
      return begun;
    },
    put(message: DeskMessage): void {
      for (const { messages } of since) messages.set(message.seq, message);
    },
    end(begun: { readonly messages: Map<number, DeskMessage> }): ReadonlyMap<number, DeskMessage> {
      since.delete(begun);
      return begun.messages;
    },
  };
}
