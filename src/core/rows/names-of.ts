import type { Key, RowName, TableName } from "../../ports/store.ts";

/** The names of these rows of a table, for the needs of a commit. */
export const namesOf = <Table extends TableName>(table: Table, keys: readonly Key<Table>[]): readonly RowName[] =>
  // The key is that of the table, which the union of all tables does not know.
  keys.map((key) => ({ table, key }) as RowName);
