import type { ActorKey } from "../../../machines/ids.ts";
import { namesOf } from "../../core/rows/names-of.ts";
import type { Key, RowReader, TableName, Write } from "../../ports/store.ts";
import type { ActorFacts } from "./actor-facts.ts";
import { factsOf } from "./actor-facts.ts";
import type { Repair, RowKeys } from "./finding.types.ts";
import type { IndexTable } from "./index-rows.ts";
import { indexRowsOf, isUnseen } from "./index-rows.ts";

type Rows = Pick<RowReader, "read">;

export const removal = <Table extends TableName>(table: Table, key: Key<Table>): Write =>
  // The key belongs to the table.
  ({ table, key, row: null }) as Write;

/** Writes a missing row of an actor. */
export function writeIndexRow(keys: RowKeys, { actor, conversation }: ActorFacts, write: Write): Repair {
  const id = idOf(keys, write);
  return {
    what: `The row ${shown(keys, id)} is written from ${actor}`,
    conversation,
    reads: namesOf("actor", [[actor]]),
    writes: (rows) => rowsOf(rows, actor).filter((one) => idOf(keys, one) === id),
  };
}

/** Removes a row that leads to a missing actor, or disagrees with the actor. */
export function removeIndexRow<Table extends IndexTable>(
  keys: RowKeys,
  table: Table,
  id: string,
  facts: Pick<ActorFacts, "actor" | "conversation"> | null,
  actor: ActorKey,
): Repair {
  const key = keys.decode(table, id);
  return {
    what: `The row ${shown(keys, id)} is removed`,
    conversation: facts?.conversation ?? null,
    reads: namesOf("actor", [[actor]]),
    writes: (rows) => (isLedTo(keys, rows, table, id, actor) ? [] : [removal(table, key)]),
  };
}

export const shown = (keys: RowKeys, id: string): string => {
  const { table, text } = keys.describe(id);
  return `${text} of the table ${table}`;
};

export const idOf = (keys: RowKeys, { table, key }: Write): string => keys.encode(table, key as Key<TableName>);

function rowsOf(rows: Rows, actor: ActorKey): readonly Write[] {
  const row = rows.read("actor", [actor]);
  return row === undefined ? [] : indexRowsOf(factsOf(row));
}

function isLedTo(keys: RowKeys, rows: Rows, table: IndexTable, id: string, actor: ActorKey): boolean {
  const row = rows.read("actor", [actor]);
  if (row === undefined) return false;
  const facts = factsOf(row);
  return isUnseen(table, keys.decode(table, id), facts) || indexRowsOf(facts).some((one) => idOf(keys, one) === id);
}
