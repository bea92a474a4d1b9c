import type { ActorKey } from "../../machines/ids.ts";
import { asActorKey } from "../core/ids.ts";
import type { ActorRow, Store } from "../ports/store.ts";

/** The stored row of an actor of any kind; `undefined` when it does not exist. */
export const readActorRow = async (store: Pick<Store, "read">, actor: ActorKey): Promise<ActorRow | undefined> =>
  store.read("actor", [actor]);

/** The next stored actors of one kind in reverse order of their addresses, starting after the one with the id `afterId`. */
export async function actorsOfKind(
  store: Pick<Store, "scan">,
  kind: string,
  afterId: string | undefined,
  limit: number,
): Promise<readonly ActorKey[]> {
  // "0" sorts directly after "/".
  const after = asActorKey(afterId === undefined ? `${kind}0` : `${kind}/${afterId}`);
  const rows = await store.scan("actor", { after: [after], until: [asActorKey(`${kind}/`)], reverse: true, limit });
  return rows.map(({ key }) => key[0]);
}
