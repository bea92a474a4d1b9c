import type { ChannelId, ConversationKey } from "../../../machines/ids.ts";
import { clientConversation } from "../../core/ids.ts";
import { keyPages, scanKeys, undamaged } from "../../core/rows/damaged-rows.ts";
import type { ClientRow, ScanEntry, ScannedRows, Write } from "../../ports/store.ts";
import type { Directory } from "../directory.ts";
import type { RetentionParts } from "./retention.ts";

const rowsAtOnce = 500;

/**
 * Deletes the records of visitors who only looked at pages, or whose chats are all deleted, a page of rows at a time. Only the
 * visitor number is lost, and it is never given again. A visitor who returns later is a new visitor.
 */
export async function deleteOldVisitors(
  parts: RetentionParts,
  directory: Directory,
  isStopped: () => boolean,
): Promise<void> {
  const beforeMs = parts.clock.nowMs() - parts.limits.visitorRetentionMs;
  let visitors = 0;
  for (const { settings } of directory.channelsEver()) {
    if (settings.kind === "widget") visitors += await deleteOfChannel(parts, settings.id, beforeMs, isStopped);
  }
  if (visitors > 0) parts.log.info({ visitors }, "records of visitors without a message deleted");
}

async function deleteOfChannel(
  parts: RetentionParts,
  channelId: ChannelId,
  beforeMs: number,
  isStopped: () => boolean,
): Promise<number> {
  let visitors = 0;
  const after = [clientConversation(channelId, "")] as const;
  const range = { after, until: [behindAllOf(channelId)], limit: rowsAtOnce };
  for await (const page of keyPages(parts.store, "client", range, isStopped)) {
    // The client of a damaged record is unknown: the record stays.
    const whole = page.flatMap(({ key, row }) => (row === null ? [] : [{ key, row }]));
    const old = whole.filter(({ row }) => isForgotten(row, beforeMs));
    const gone = await withoutChats(parts.store, old);
    if (gone.length > 0) visitors += await deleteRecords(parts, gone, beforeMs);
  }
  return visitors;
}

/** `0` follows the slash that ends a channel's id. */
const behindAllOf = (channelId: ChannelId): string => clientConversation(channelId, "").replace(/\/$/, "0");

/** Returns the visitors who have no chats, or whose chats are all deleted. */
async function withoutChats(
  store: ScannedRows,
  entries: readonly ScanEntry<"client">[],
): Promise<readonly ConversationKey[]> {
  const gone: ConversationKey[] = [];
  for (const { key, row } of entries) {
    const { chatsCount, number } = row.client;
    const chats = chatsCount === 0 ? [] : await scanKeys(store, "clientChat", { prefix: [number], limit: 1 });
    if (chats.length === 0) gone.push(key[0]);
  }
  return gone;
}

/**
 * Whether the record contains nothing worth keeping, apart from chats. A row that was written before `seenAtMs` existed has no
 * time, so it stays.
 */
const isForgotten = ({ client, openChatId, seenAtMs, hasLeftMessage }: ClientRow, beforeMs: number): boolean =>
  seenAtMs !== undefined &&
  seenAtMs < beforeMs &&
  openChatId === null &&
  hasLeftMessage !== true &&
  !client.isBlacklisted &&
  client.description === null &&
  client.name === null &&
  client.email === null &&
  client.phone === null;

/** Checks again inside the commit: the visitor may have returned meanwhile. */
async function deleteRecords(
  { store, registry }: RetentionParts,
  conversations: readonly ConversationKey[],
  beforeMs: number,
): Promise<number> {
  let deleted = 0;
  await store.commit({ conversations: new Set(conversations) }, (rows) => {
    const writes: Write[] = [];
    for (const conversation of conversations) {
      const row = rows.hasLock(conversation) ? undamaged(() => rows.read("client", [conversation])) : undefined;
      if (row === undefined || !isForgotten(row, beforeMs)) continue;
      // A turn would continue with the record in memory as if its row existed.
      registry.forget(conversation);
      writes.push({ table: "client", key: [conversation], row: null });
    }
    deleted = writes.length;
    return writes;
  });
  return deleted;
}
