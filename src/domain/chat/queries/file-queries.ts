import type { MessageContent } from "../../../../machines/chat/message.types.ts";
import type { ChatId, ConversationKey } from "../../../../machines/ids.ts";
import type { Limits } from "../../../config/limits.ts";
import { nothingUsed, usedAt } from "../../../core/bounds/allowance.ts";
import { asChatId, noAgentId } from "../../../core/ids.ts";
import { rowPages } from "../../../core/rows/damaged-rows.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { FileRow, IdempotencyRow, ReadRows, StoredRows } from "../../../ports/store.ts";
import { readClientRow } from "../../client/client-queries.ts";
import { readUnanswered } from "../unanswered.ts";
import type { Visitor } from "../visitor-inbox.ts";
import { readChat } from "./chat-queries.ts";

type Rows = StoredRows;

/** A file of a chat by its token. */
export const readFileRow = (rows: Rows, token: string): Promise<FileRow | undefined> => rows.read("file", [token]);

/** The media of a message; `null` when the message has none, or does not exist. */
export async function readMedia(rows: Rows, chatId: ChatId, seq: number): Promise<MessageContent["media"]> {
  return (await rows.read("message", [Number(chatId), seq]))?.content.media ?? null;
}

/** Whether the request of a visitor was carried out before, so that nothing more is stored for it. */
export async function isRepeatedRequest(
  rows: Rows,
  conversation: ConversationKey,
  requestId: string,
  nowMs: number,
): Promise<boolean> {
  const mark: IdempotencyRow | undefined = await rows.read("idempotency", [conversation, requestId]);
  return mark !== undefined && mark.expiresAtMs > nowMs;
}

/** The files that a visitor has sent until now, by the rows of the store. */
export interface StoredFiles {
  /** In the open chat; zero when the file would begin a chat. */
  readonly chat: { readonly files: number; readonly bytes: number };
  /** The used part of the daily allowance. The allowance is restored evenly, completely within a day. */
  readonly day: { readonly files: number; readonly bytes: number };
  /** Whether somebody has accepted or answered the open chat. */
  readonly isAnswered: boolean;
}

const dayMs = 24 * 60 * 60_000;
/** The chats of one visitor that are read, newest first. More chats in a day are possible only if agents close them. */
const chatsMax = 20;
const rowsAtOnce = 500;

export async function readStoredFiles(
  { store, clock, limits }: { readonly store: ReadRows; readonly clock: Clock; readonly limits: Limits },
  { conversation }: Visitor,
): Promise<StoredFiles> {
  const client = await readClientRow(store, conversation);
  const number = client?.client.number ?? 0;
  const chats = await store.scan("clientChat", { prefix: [number], reverse: true, limit: chatsMax });
  const openChatId = client?.openChatId ?? null;
  const view = openChatId === null ? undefined : await readChat(store, openChatId);
  const isAnswered = view !== undefined && (await readUnanswered(store, view.context)) === null;
  const inChat: FileRow[] = [];
  const lately: FileRow[] = [];
  const filesOfChats = await Promise.all(chats.map(({ key }) => filesOf(store, asChatId(String(key[1])))));
  for (const [index, { key }] of chats.entries()) {
    const files = filesOfChats[index] ?? [];
    if (String(key[1]) === openChatId) inChat.push(...files);
    lately.push(...files.filter(({ createdAtMs }) => clock.nowMs() - createdAtMs < 2 * dayMs));
  }
  lately.sort((one, other) => one.createdAtMs - other.createdAtMs);
  return {
    chat: { files: inChat.length, bytes: inChat.reduce((sum, { bytes }) => sum + bytes, 0) },
    day: {
      files: usedOf(lately, limits.visitorFilesPerDay, clock.nowMs(), () => 1),
      bytes: usedOf(lately, limits.visitorFileBytesPerDay, clock.nowMs(), ({ bytes }) => bytes),
    },
    isAnswered,
  };
}

/** The part of the daily allowance `max` that the files, the oldest first, still use. */
function usedOf(files: readonly FileRow[], max: number, nowMs: number, amountOf: (file: FileRow) => number): number {
  const pace = { max, windowMs: dayMs };
  let used = nothingUsed;
  for (const file of files) {
    const atMs = file.createdAtMs;
    used = { amount: usedAt(used, pace, atMs) + amountOf(file), atMs };
  }
  return usedAt(used, pace, nowMs);
}

/** The files that the visitor sent. */
async function filesOf(store: ReadRows, chatId: ChatId): Promise<readonly FileRow[]> {
  const files: FileRow[] = [];
  for await (const page of rowPages(store, "chatFile", { prefix: [Number(chatId)], limit: rowsAtOnce })) {
    const rows = await Promise.all(page.map(({ key }) => readFileRow(store, key[1])));
    files.push(...rows.flatMap((row) => (row?.agentId === noAgentId ? row : [])));
  }
  return files;
}
