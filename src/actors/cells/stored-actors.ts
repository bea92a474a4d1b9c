import type { ActorKey } from "../../../machines/ids.ts";
import type { ActorRow, Store } from "../../ports/store.ts";

const rowsAtOnce = 1_000;

/** Visits the stored actors of one kind, in the order of their keys; `/` sorts right before `0`. */
export async function eachActor(store: Store, kind: string, visit: (row: ActorRow) => void): Promise<void> {
  for (let after: string = `${kind}/`; ; ) {
    const page = await store.scan("actor", { after: [after as ActorKey], until: [`${kind}0`], limit: rowsAtOnce });
    for (const { row } of page) visit(row);
    const last = page.at(-1);
    if (last === undefined || page.length < rowsAtOnce) return;
    after = last.row.actor;
  }
}
