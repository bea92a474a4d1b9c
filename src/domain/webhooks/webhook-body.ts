import { setImmediate as nextTurn } from "node:timers/promises";
import type { ChatVisit } from "../../../machines/chat/chat.types.ts";
import type { ChatId, DeliveryId } from "../../../machines/ids.ts";
import type { WebhookBody } from "../../../machines/webhooks/webhooks.machine.ts";
import { isBySurface, toChatLogEntry } from "../../codec/c-webhook/chat-log.ts";
import type { ChatLogEncoder, ChatLogEntry } from "../../ports/chat-log-encoder.ts";
import type { Store, StoredRows } from "../../ports/store.ts";
import { readChat } from "../chat/queries/chat-queries.ts";

/** Messages read in one turn of the loop. */
const rowsAtOnce = 100;

/**
 * The bytes of an event, the same in every attempt. They are the stored text and, if the text has a place for them, the log entries
 * of the chat's messages. Those entries never change. Source: WH-22, WH-41.
 */
export async function bodyOfWebhook(
  { head, tail, messagesUpTo }: WebhookBody,
  chatId: ChatId,
  { store, chatLog }: { readonly store: StoredRows; readonly chatLog: ChatLogEncoder },
): Promise<Uint8Array> {
  if (tail === null) return Buffer.from(head);
  const pieces: Uint8Array[] = [Buffer.from(head)];
  for await (const entries of chatLogPages(chatId, messagesUpTo, store)) {
    if (entries.length === 0) continue;
    if (pieces.length > 1) pieces.push(comma);
    pieces.push(await chatLog.encode(entries));
  }
  return Buffer.concat([...pieces, Buffer.from(tail)]);
}

const comma = Buffer.from(",");

/**
 * The entries of a chat's log, in order, a page at a time. Their times, in seconds, never go back, even if the clock was set back:
 * a later message has the same or a later time. Source: WH-22.
 */
export async function* chatLogPages(
  chatId: ChatId,
  messagesUpTo: number,
  store: StoredRows,
): AsyncGenerator<readonly ChatLogEntry[]> {
  const chatNumber = Number(chatId);
  let surface: ChatVisit["surface"] | undefined;
  let latest = 0;
  for (let after = 0; after < messagesUpTo; ) {
    const upTo = Math.min(after + rowsAtOnce, messagesUpTo);
    const seqs = Array.from({ length: upTo - after }, (_, index) => after + 1 + index);
    const rows = await Promise.all(seqs.map(async (seq) => store.read("message", [chatNumber, seq])));
    if (surface === undefined && rows.some((row) => row !== undefined && isBySurface(row)))
      surface = await readSurface(store, chatId);
    const entries: ChatLogEntry[] = [];
    for (const row of rows) {
      const entry = row === undefined ? null : toChatLogEntry(row, () => surface ?? noSurface);
      if (entry === null) continue;
      latest = Math.max(latest, entry.timestamp);
      entries.push({ ...entry, timestamp: latest });
    }
    yield entries;
    after = upTo;
    if (after < messagesUpTo) await nextTurn();
  }
}

/** The surface of a deleted chat. */
const noSurface = "widget";

const readSurface = async (store: StoredRows, chatId: ChatId): Promise<ChatVisit["surface"]> =>
  (await readChat(store, chatId))?.context.visit.surface ?? noSurface;

/** The body of a delivery to the owner's server, as it is sent; null for a deleted event. */
export async function readWebhookBody(
  chatId: ChatId,
  deliveryId: DeliveryId,
  { store, chatLog }: { readonly store: Store; readonly chatLog: ChatLogEncoder },
): Promise<Uint8Array | null> {
  const row = await store.read("webhook", [Number(chatId), deliveryId]);
  return row === undefined ? null : bodyOfWebhook(row, chatId, { store, chatLog });
}
