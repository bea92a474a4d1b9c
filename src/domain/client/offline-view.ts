import type { DeskOfflineMessage } from "../../codec/desk/desk-offline.ts";
import { toDeskOfflineMessage } from "../../codec/desk/desk-offline.ts";
import type { OfflineMessageRow, StoredRows } from "../../ports/store.ts";
import { readDeliveries } from "../delivery/delivery-queries.ts";
import type { Directory } from "../directory.ts";

/** A left message in its form for desks. Answers that were never created, or are damaged, are skipped. */
export async function showOffline(
  rows: StoredRows,
  directory: Pick<Directory, "agentEver">,
  number: number,
  row: OfflineMessageRow,
): Promise<DeskOfflineMessage> {
  const answers = await readDeliveries(rows, row.answerIds);
  return toDeskOfflineMessage(number, row, answers, (id) => directory.agentEver(id)?.profile.name ?? `Agent ${id}`);
}
