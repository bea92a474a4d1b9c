import { setImmediate as nextTurn } from "node:timers/promises";
import type { ChatVisit } from "../../../machines/chat/visit.types.ts";
import type { ChatId } from "../../../machines/ids.ts";
import type { WebhookBody } from "../../../machines/webhooks/webhooks.types.ts";
import { toChatLogEntry } from "../../codec/c-webhook/chat-log.ts";
import type { ChatLogEncoder, ChatLogEntry } from "../../ports/chat-log-encoder.ts";
import type { Store } from "../../ports/store.ts";
import { readChat } from "../chat/chat-queries.ts";

interface BodyParts {
  readonly store: Pick<Store, "read">;
  readonly chatLog: ChatLogEncoder;
}

/** Messages read in one turn of the loop. */
const rowsAtOnce = 100;

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

/**
 * The entries of a chat's log, in order, a page at a time. Seconds never run backwards, not even where the clock was set back:
 * what was said later has the later time. Source: WH-22.
 */
export async function* chatLogPages(
  chatId: ChatId,
  messagesUpTo: number,
  store: Pick<Store, "read">,
): AsyncGenerator<readonly ChatLogEntry[]> {
  const chatNumber = Number(chatId);
  let surface: ChatVisit["surface"] | undefined;
  const surfaceOf = (): ChatVisit["surface"] => {
    surface ??= readChat(store, chatId)?.context.visit.surface ?? "widget";
    return surface;
  };
  let latest = 0;
  for (let after = 0; after < messagesUpTo; ) {
    const upTo = Math.min(after + rowsAtOnce, messagesUpTo);
    const entries: ChatLogEntry[] = [];
    for (let seq = after + 1; seq <= upTo; seq += 1) {
      const row = store.read("message", [chatNumber, seq]);
      if (row === undefined) continue;
      const entry = toChatLogEntry(row, surfaceOf);
      if (entry === null) continue;
      latest = Math.max(latest, entry.timestamp);
      entries.push({ ...entry, timestamp: latest });
    }
    yield entries;
    after = upTo;
    if (after < messagesUpTo) await nextTurn();
  }
}
