import { Defect } from "../../core/assert.ts";
import type { ActorRow } from "../../ports/store.ts";
import type { Actor, StoredFields } from "../actor-definition.ts";

/** State and context of a stored actor as the present machine knows them. */
export interface StoredActor<Context = unknown> {
  readonly state: unknown;
  readonly context: Context;
}

export const fieldsOf = (value: unknown): StoredFields => Object(value);

/** Reads a stored actor of any version. Throws when the row does not fit the machine. */
export function readStored<Context>(
  { kind, version, migrations }: Actor<Context>,
  row: ActorRow,
): StoredActor<Context> {
  if (row.machine !== kind || row.version > version || row.version < 1) {
    throw new Defect(
      `Actor ${row.actor} is stored as ${row.machine} version ${row.version}; expected ${kind} version 1 to ${version}`,
    );
  }
  const state: unknown = JSON.parse(row.state);
  let context: unknown = JSON.parse(row.context);
  for (const migrate of migrations.slice(row.version - 1)) context = migrate(state, fieldsOf(context));
  // The row says that it is this machine's, and the migrations lead to its present form.
  return { state, context: context as Context };
}
