import { setImmediate as nextTurn } from "node:timers/promises";
import type { ChatMessage } from "../../machines/chat/message.types.ts";
import type { ChatId } from "../../machines/ids.ts";
import type { WebhookBody } from "../../machines/webhooks/webhooks.types.ts";
import { toChatLogEntry } from "../codec/chat-log.ts";
import type { ChatLogEncoder, ChatLogEntry } from "../ports/chat-log-encoder.ts";
import type { Store } from "../ports/store.ts";

interface BodyParts {
  readonly store: Pick<Store, "scan">;
  readonly chatLog: ChatLogEncoder;
}

/** Messages read in one turn of the loop. */
const rowsAtOnce = 250;

/**
 * The bytes of an event, the same in every attempt: what was stored with it, and where that has room for them the entries of the
 * chat's messages, which never change. Source: WH-22, WH-41.
 */
export async function bodyOfWebhook(
  { head, tail, messagesUpTo }: WebhookBody,
  chatId: ChatId,
  parts: BodyParts,
): Promise<Uint8Array> {
  if (tail === null) return Buffer.from(head);
  const pieces: Uint8Array[] = [Buffer.from(head)];
  for await (const entries of chatLogPages(chatId, messagesUpTo, parts.store)) {
    if (entries.length === 0) continue;
    if (pieces.length > 1) pieces.push(comma);
    pieces.push(await parts.chatLog.encode(entries));
  }
  return Buffer.concat([...pieces, Buffer.from(tail)]);
}

const comma = Buffer.from(",");

/** The entries of a chat's log, in order, a page at a time. */
export async function* chatLogPages(
  chatId: ChatId,
  messagesUpTo: number,
  store: Pick<Store, "scan">,
): AsyncGenerator<readonly ChatLogEntry[]> {
  const chatNumber = Number(chatId);
  for (let after = 0; after < messagesUpTo; ) {
    const page = await store.scan("message", {
      prefix: [chatNumber],
      after: [chatNumber, after],
      until: [chatNumber, messagesUpTo + 1],
      limit: rowsAtOnce,
    });
    yield page.flatMap(({ row }) => entryOf(row));
    after = page.at(-1)?.key[1] ?? messagesUpTo;
    await nextTurn();
  }
}

function entryOf(message: ChatMessage): readonly ChatLogEntry[] {
  const entry = toChatLogEntry(message);
  return entry === null ? [] : [entry];
}
