import type { DeskOfflineMessage } from "../../codec/desk/desk-offline.ts";
import { toDeskOfflineMessage } from "../../codec/desk/desk-offline.ts";
import { undamaged } from "../../core/rows/undamaged.ts";
import type { OfflineMessageRow, Store } from "../../ports/store.ts";
import { readDelivery } from "../delivery/delivery-queries.ts";
import type { Directory } from "../directory.ts";

/** A left message as desks are shown it. An answer that never came to be, or is damaged, is passed over. */
export function showOffline(
  rows: Pick<Store, "read">,
  directory: Pick<Directory, "agentEver">,
  number: number,
  row: OfflineMessageRow,
): DeskOfflineMessage {
  const answers = row.answerIds.flatMap((id) => undamaged(() => readDelivery(rows, id)) ?? []);
  return toDeskOfflineMessage(number, row, answers, (id) => directory.agentEver(id)?.profile.name ?? `Agent ${id}`);
}
