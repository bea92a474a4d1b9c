import type { ActorKey } from "../../machines/ids.ts";
import { asActorKey } from "../core/ids.ts";
import type { ActorRow, Store } from "../ports/store.ts";

/** An actor as it is stored, of whatever kind; `undefined` for one that is not there. */
export const readActorRow = async (store: Pick<Store, "read">, actor: ActorKey): Promise<ActorRow | undefined> =>
  store.read("actor", [actor]);

/** The next stored actors of one kind by their addresses, last first, behind the one with the id `afterId`. */
export async function actorsOfKind(
  store: Pick<Store, "scan">,
  kind: string,
  afterId: string | undefined,
  limit: number,
): Promise<readonly ActorKey[]> {
  // "0" comes right behind "/".
  const after = asActorKey(afterId === undefined ? `${kind}0` : `${kind}/${afterId}`);
  const rows = await store.scan("actor", { after: [after], until: [asActorKey(`${kind}/`)], reverse: true, limit });
  return rows.map(({ key }) => key[0]);
}
