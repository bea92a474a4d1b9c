import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import { readStored } from "../../actors/cells/stored-actor.ts";
import { asActorKey } from "../../core/ids.ts";
import { namesOf } from "../../core/rows/names-of.ts";
import { scanKeys } from "../../core/rows/scan-keys.ts";
import { undamaged } from "../../core/rows/undamaged.ts";
import type { ActorRow, Key, RowName, RowReader, Store, Write } from "../../ports/store.ts";
import { deliveryActor } from "./delivery-actor.ts";

const rowsAtOnce = 200;
/** `/` sorts right before `0`. */
const first = [asActorKey("delivery/")] as const;
const behindLast = [asActorKey("delivery0")] as const;

/**
 * Lists the deliveries of version 1, which were stored without lists. The newest comes first, so the work is done when
 * the oldest readable delivery is listed, however often it was interrupted. A store that never had version 1 is recognised at once.
 */
export async function listOldDeliveries({ store }: { readonly store: Store }, isStopped: () => boolean): Promise<void> {
  const onDamaged = (): null => null;
  const [oldest] = await store.scan("actor", { after: first, until: behindLast, limit: 1, onDamaged });
  if (oldest === undefined || (await store.read("delivery", placeOf(oldest.row))) !== undefined) return;
  for (let before: Key<"actor"> = behindLast; !isStopped(); ) {
    const page = await scanKeys(store, "actor", { after: before, until: first, reverse: true, limit: rowsAtOnce });
    const keys = page.map(({ key }) => key);
    await store.commit({ rows: namesOf("actor", keys), behind: (row) => [listedAs(row)] }, (rows) =>
      page.flatMap(({ key }) => undamaged(() => listRows(rows.read("actor", key), rows)) ?? []),
    );
    const last = page.at(-1);
    if (last === undefined || page.length < rowsAtOnce) return;
    before = last.key;
  }
}

/** The row of the delivery in the list of its channel. */
function listedAs(row: ActorRow): RowName {
  const { id, channelId } = readIds(row);
  return { table: "delivery", key: ["all", channelId, id] };
}

const readIds = (row: ActorRow): DeliveryContext => readStored(deliveryActor, row).context;

/** The key of the delivery in the list. */
function placeOf(row: ActorRow): Key<"delivery"> {
  const { id, channelId } = readIds(row);
  return ["all", channelId, id];
}

/** Uses the row of this commit: the delivery may have changed, or been deleted, since it was found. */
function listRows(row: ActorRow | undefined, rows: Pick<RowReader, "read">): readonly Write[] {
  if (row === undefined || rows.read("delivery", placeOf(row)) !== undefined) return [];
  const { id, chatId, channelId } = readIds(row);
  const all: Write = { table: "delivery", key: placeOf(row), row: { chatId } };
  if (row.state !== "failed") return [all];
  return [all, { table: "delivery", key: ["failed", channelId, id], row: { chatId } }];
}
