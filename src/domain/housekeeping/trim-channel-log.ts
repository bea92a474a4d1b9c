import type { ChannelId } from "../../../machines/ids.ts";
import { keyPages } from "../../core/rows/damaged-rows.ts";
import type { Directory } from "../directory.ts";
import type { RetentionParts } from "./retention.ts";

const rowsAtOnce = 1_000;

/** Deletes the entries of every channel's delivery log beyond the newest ones up to the limit. */
export async function trimChannelLogs(
  parts: RetentionParts,
  directory: Directory,
  isStopped: () => boolean,
): Promise<void> {
  for (const { settings } of directory.channelsEver()) await trimChannelLog(settings.id, parts, isStopped);
}

async function trimChannelLog(
  channelId: ChannelId,
  { store, limits }: RetentionParts,
  isStopped: () => boolean,
): Promise<void> {
  let leftToKeep = limits.channelLogEntriesKept;
  const range = { prefix: [channelId], reverse: true, limit: rowsAtOnce };
  for await (const page of keyPages(store, "channelLog", range, isStopped)) {
    const old = page.slice(leftToKeep);
    leftToKeep = Math.max(0, leftToKeep - page.length);
    if (old.length > 0) {
      await store.commit({}, () => old.map(({ key }) => ({ table: "channelLog", key, row: null })));
    }
  }
}
