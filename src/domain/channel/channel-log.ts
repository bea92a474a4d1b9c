import type { ChannelId } from "../../../machines/ids.ts";
import type { ChannelLogRow, ScannedRows } from "../../ports/store.ts";

export interface ChannelLogEntry {
  readonly id: string;
  readonly row: ChannelLogRow;
}

/**
 * A page of a channel's log without its attempts, newest first: the entries before this id, or the newest entries. Source: CH-21,
 * CH-50.
 */
export async function readChannelLog(
  store: ScannedRows,
  channelId: ChannelId,
  before: string | undefined,
  limit: number,
): Promise<readonly ChannelLogEntry[]> {
  const rows = await store.scan("channelLog", {
    prefix: [channelId],
    ...(before === undefined ? {} : { after: [channelId, before] as const }),
    reverse: true,
    limit,
  });
  return rows.map(({ key, row }) => ({ id: key[1], row }));
}
