import type { ActorKey } from "../../machines/ids.ts";
import { asActorKey } from "../core/ids.ts";
import { Defect } from "../core/result.ts";
import { rowPages } from "../core/rows/damaged-rows.ts";
import type { ActorRow, ScannedRows, Store, StoredRows } from "../ports/store.ts";
import type { StoredForm } from "../ports/stored-form.ts";
import type { Actor, StoredActor } from "./actor-definition.ts";

/** Reads a stored actor of any version. Throws when the row does not fit the machine. */
export function readStored<Context>(actor: Actor<Context>, row: ActorRow): StoredActor<Context> {
  const { kind, form } = actor;
  if (row.machine !== kind || row.version > form.version || row.version < 1) {
    throw new Defect(
      `Actor ${row.actor} is stored as ${row.machine} version ${row.version}; expected ${kind} version 1 to ${form.version}`,
    );
  }
  return { state: row.state, context: readContext(actor, row) };
}

function readContext<Context>({ form, migrate }: Actor<Context>, row: ActorRow): Context {
  let context = decodeContext(form, row);
  for (let version = row.version; version < form.version; version += 1) context = migrate(version, row.state, context);
  return context;
}

function decodeContext<Context>(form: StoredForm<Context>, { actor, machine, version, context }: ActorRow): Context {
  try {
    return form.decode(context);
  } catch (cause) {
    throw new Defect(`Actor ${actor} is stored as ${machine} version ${version}, and its context cannot be read`, {
      cause,
    });
  }
}

/** The stored row of an actor of any kind; `undefined` when it does not exist. */
export const readActorRow = async (store: StoredRows, actor: ActorKey): Promise<ActorRow | undefined> =>
  store.read("actor", [actor]);

/** The next stored actors of one kind in reverse order of their addresses, starting after the one with the id `afterId`. */
export async function actorsOfKind(
  store: ScannedRows,
  kind: string,
  afterId: string | undefined,
  limit: number,
): Promise<readonly ActorKey[]> {
  // "0" sorts directly after "/".
  const after = asActorKey(afterId === undefined ? `${kind}0` : `${kind}/${afterId}`);
  const rows = await store.scan("actor", { after: [after], until: [asActorKey(`${kind}/`)], reverse: true, limit });
  return rows.map(({ key }) => key[0]);
}

const rowsAtOnce = 1_000;

/** Visits the stored actors of one kind, in the order of their keys; `/` sorts right before `0`. */
export async function eachActor(store: Store, kind: string, visit: (row: ActorRow) => void): Promise<void> {
  const range = { after: [asActorKey(`${kind}/`)] as const, until: [`${kind}0`], limit: rowsAtOnce };
  for await (const page of rowPages(store, "actor", range)) for (const { row } of page) visit(row);
}
