import type { ChannelId } from "../../../machines/ids.ts";
import type { Limits } from "../../config/limits.ts";
import { scanKeys } from "../../core/rows/damaged-rows.ts";
import type { Key, Store } from "../../ports/store.ts";
import type { Directory } from "../directory.ts";

const rowsAtOnce = 1_000;

export interface ChannelLogParts {
  readonly store: Store;
  readonly directory: Directory;
  readonly limits: Pick<Limits, "channelLogEntriesKept">;
}

/** Deletes the entries of every channel's delivery log beyond the newest ones up to the limit. */
export async function trimChannelLogs(parts: ChannelLogParts, isStopped: () => boolean): Promise<void> {
  for (const { settings } of parts.directory.channelsEver()) await trimChannelLog(settings.id, parts, isStopped);
}

async function trimChannelLog(channelId: ChannelId, parts: ChannelLogParts, isStopped: () => boolean): Promise<void> {
  let leftToKeep = parts.limits.channelLogEntriesKept;
  for (let after: Key<"channelLog"> | undefined; !isStopped(); ) {
    const range = { prefix: [channelId], reverse: true, ...(after === undefined ? {} : { after }), limit: rowsAtOnce };
    const page = await scanKeys(parts.store, "channelLog", range);
    const old = page.slice(leftToKeep);
    leftToKeep = Math.max(0, leftToKeep - page.length);
    if (old.length > 0) {
      await parts.store.commit({}, () => old.map(({ key }) => ({ table: "channelLog", key, row: null })));
    }
    after = page.at(-1)?.key;
    if (page.length < rowsAtOnce) return;
  }
}
