import type { Key, RowName, TableName } from "../../ports/store.ts";

/** The rows of a table under these keys, as a commit says that it reads them. */
export const namesOf = <Table extends TableName>(table: Table, keys: readonly Key<Table>[]): readonly RowName[] =>
  // The key is that of the table, which the union of all tables cannot tell.
  keys.map((key) => ({ table, key }) as RowName);
