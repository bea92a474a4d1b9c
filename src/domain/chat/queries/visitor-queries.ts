import type { ChatMessage } from "../../../../machines/chat/message.types.ts";
import type { ChatId, ConversationKey } from "../../../../machines/ids.ts";
import { asChatId } from "../../../core/ids.ts";
import { undamagedLater } from "../../../core/rows/damaged-rows.ts";
import type { DurableRows, ScannedRows, StoredRows } from "../../../ports/store.ts";
import { readClientFacts, readOpenChatId } from "../../client/client-queries.ts";
import type { ChatView } from "./chat-queries.ts";
import { readChat } from "./chat-queries.ts";

/** The chats that are read to find one to show: some of a client's chats may be on other channels, or empty. */
const chatsPassedMax = 50;
/** The messages that are read at once: most visitors who return have missed fewer. */
const messagesAtOnce = 50;

/** The text of a button in the visitor's open chat; `""` for a missing button. */
export async function readButtonText(
  rows: StoredRows,
  conversation: ConversationKey,
  { seq, index }: { readonly seq: number; readonly index: number },
): Promise<string> {
  const chatId = await readOpenChatId(rows, conversation);
  const message = chatId === null ? undefined : await rows.read("message", [Number(chatId), seq]);
  return message?.content.buttons?.[index]?.text ?? "";
}

/** The chat with this id, if it is the visitor's own; otherwise, or if it is damaged, `undefined`. */
export async function readOwnChat(
  rows: StoredRows,
  conversation: ConversationKey,
  chatId: ChatId,
): Promise<ChatView | undefined> {
  const chat = await undamagedLater(() => readChat(rows, chatId));
  return chat?.conversation === conversation ? chat : undefined;
}

/** A closed chat, and whether the client has earlier ones. */
export interface EarlierChat {
  readonly chat: ChatView;
  readonly hasMore: boolean;
}

/** The client's closed, readable chats before `before`, newest first, up to a limit. */
export async function listEarlierChats(
  store: DurableRows & ScannedRows,
  conversation: ConversationKey,
  before: number | undefined,
): Promise<readonly EarlierChat[]> {
  const client = await readClientFacts(store.durable, conversation);
  if (client === undefined) return [];
  const rows = await store.scan("clientChat", {
    prefix: [client.number],
    ...(before !== undefined && { after: [client.number, before] as const }),
    reverse: true,
    limit: chatsPassedMax + 1,
  });
  const chats = await Promise.all(
    rows.slice(0, chatsPassedMax).map(({ key }) => readOwnChat(store.durable, conversation, asChatId(String(key[1])))),
  );
  return chats.flatMap((chat, index) => (chat?.state === "closed" ? [{ chat, hasMore: index + 1 < rows.length }] : []));
}

/** The messages of a chat after `since`, the newest first, some at a time; damaged ones are skipped. */
export async function* readBackwards(
  rows: StoredRows,
  { id, lastSeq }: { readonly id: ChatId; readonly lastSeq: number },
  since: number,
): AsyncGenerator<readonly ChatMessage[]> {
  for (let last = lastSeq; last > since; last -= messagesAtOnce) {
    const seqs = Array.from({ length: Math.min(messagesAtOnce, last - since) }, (_, index) => last - index);
    const page = await Promise.all(seqs.map((seq) => undamagedLater(() => rows.read("message", [Number(id), seq]))));
    yield page.flatMap((message) => message ?? []);
  }
}
