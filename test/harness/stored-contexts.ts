import { actorKindOf } from "../../src/core/ids.ts";
import { actors, readStoredActor } from "../../src/domain/actors.ts";
import type { ActorRow, Store, TableName } from "../../src/ports/store.ts";

/** Returns the context of a stored actor. The caller must know the actor's machine. */
export const contextOf = <Context>(row: ActorRow): Context =>
  readStoredActor(row, actorKindOf(row.actor)).context as Context;

/** Returns the row with these fields of its context replaced. */
export function withContext(row: ActorRow, change: object): ActorRow {
  const { form } = actors[actorKindOf(row.actor)];
  return { ...row, context: form.encode({ ...contextOf<object>(row), ...change }) };
}

/** Names every row of the tables that can belong to a chat. Rows of channels and agents are left out. */
export async function rowsIn(store: Store, tables: readonly TableName[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const table of tables) {
    for (const { key } of await store.scan(table, { limit: 10_000 })) found.push(`${table} ${key.join(" ")}`);
  }
  return found.filter((line) => !/^actor (channel|agent)\//.test(line));
}
