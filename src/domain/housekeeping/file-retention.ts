import { keyPages, undamagedLater } from "../../core/rows/damaged-rows.ts";
import { FileStoreError } from "../../ports/file-store.ts";
import type { FileRow } from "../../ports/store.ts";
import { readChat } from "../chat/queries/chat-queries.ts";
import type { RemovalParts } from "./removal.ts";
import { forgetFiles } from "./removal.ts";
import type { RetentionParts } from "./retention.ts";

const dayMs = 24 * 60 * 60_000;
const rowsAtOnce = 200;

/** Deletes old files, except those of open chats. Their messages stay with name and type. */
export async function deleteOldFiles(parts: RetentionParts, isStopped: () => boolean): Promise<void> {
  const { store, clock, limits, log } = parts;
  if (limits.fileKeptDays === 0) return;
  const beforeMs = clock.nowMs() - limits.fileKeptDays * dayMs;
  let files = 0;
  for await (const page of keyPages(store, "file", { limit: rowsAtOnce }, isStopped)) {
    for (const { key, row } of page) {
      if (isStopped()) break;
      if (row !== null && row.createdAtMs < beforeMs && (await deleteFile(parts, key[0], row))) files += 1;
    }
  }
  if (files > 0) log.info({ files, keptDays: limits.fileKeptDays }, "old files deleted");
}

/**
 * Removes the file's row, then its bytes, then its list entry. After a crash in between, the sweep of unnamed files or the removal
 * of the chat finds the rest.
 */
async function deleteFile(parts: RemovalParts, token: string, { chatId }: FileRow): Promise<boolean> {
  const { store, files, log } = parts;
  const chat = await undamagedLater(() => readChat(store, chatId));
  if (chat === undefined || chat.state !== "closed") return false;
  await forgetFiles(parts, chat.context.channelId, [token]);
  try {
    await files.remove(token);
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error;
    log.error({ chatId, err: error }, "an old file cannot be removed; it is removed later");
  }
  await store.commit({}, () => [{ table: "chatFile", key: [Number(chatId), token], row: null }]);
  return true;
}
