import type { MessageContent } from "../../../../machines/chat/message.types.ts";
import type { ChatId, ConversationKey } from "../../../../machines/ids.ts";
import type { FileRow, IdempotencyRow, Store } from "../../../ports/store.ts";

type Rows = Pick<Store, "read">;

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
