import { rowCodecs, TextWriter } from "../../codec/proto/rows.ts";
import type { Row, TableName } from "../../ports/store.ts";
import { DamagedRowError } from "../../ports/store-errors.ts";
import type { KeyBytes } from "../keys.ts";
import { describeKey } from "../keys.ts";
import type { Statement } from "./pipeline.ts";

/** The order in which a transaction writes the tables. With one order for all, two processes cannot wait for each other. */
export const tableNames = Object.keys(rowCodecs) as TableName[];

/** The name of a table in the database. */
export const sqlName = (table: TableName): string =>
  `parley.${table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

/** One statement for each table. */
export type ByTable = { readonly [Table in TableName]: Statement };

export function statementOfEach(what: string, text: (name: string, table: TableName) => string): ByTable {
  const statements = tableNames.map((table) => [
    table,
    { name: `${what} ${table}`, text: text(sqlName(table), table) },
  ]);
  return Object.fromEntries(statements) as ByTable;
}

/** Reads the rows of these keys. */
export const readByKey = statementOfEach("read", (name) => `SELECT k, row FROM ${name} WHERE k = ANY($1::bytea[])`);

const writer = new TextWriter();

/** Encodes a row into its own bytes. */
export function encodeRow<Table extends TableName>(table: Table, row: Row<Table>): Uint8Array {
  writer.reset();
  rowCodecs[table].encode(row, writer);
  return writer.finish();
}

/** Decodes a row. Throws DamagedRowError for bytes that are no row of the table. */
export function decodeRow<Table extends TableName>(table: Table, key: KeyBytes, bytes: Uint8Array): Row<Table> {
  try {
    return rowCodecs[table].decode(bytes);
  } catch (error) {
    const { text } = describeKey(key);
    throw new DamagedRowError(
      table,
      text,
      `The row ${text} of the table ${table} is damaged: ${Object(error).message}`,
    );
  }
}

/** Returns the stored form of a conversation's name: its bytes, in the form of keys. */
export const conversationBytes = (conversation: string): KeyBytes => Buffer.from(conversation).toString("latin1");
