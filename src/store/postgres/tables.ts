import { rowCodecs } from "../../codec/proto/rows.ts";
import { TextWriter } from "../../codec/proto/text-writer.ts";
import type { Row, TableName } from "../../ports/store.ts";
import { DamagedRowError } from "../../ports/store-errors.ts";
import type { KeyBytes } from "../keys.ts";
import { describeKey } from "../keys.ts";
import type { Statement } from "./pipeline.ts";

/** In the order in which a transaction writes them: whoever locks rows in one order waits for nobody who waits for it. */
export const tableNames = Object.keys(rowCodecs) as TableName[];

/** The name of a table in the database. */
export const sqlName = (table: TableName): string =>
  `parley.${table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

/** A statement of each table. */
export type ByTable = { readonly [Table in TableName]: Statement };

export function statementOfEach(what: string, text: (name: string, table: TableName) => string): ByTable {
  const statements = tableNames.map((table) => [
    table,
    { name: `${what} ${table}`, text: text(sqlName(table), table) },
  ]);
  return Object.fromEntries(statements) as ByTable;
}

/** The rows of these keys. */
export const readByKey = statementOfEach("read", (name) => `SELECT k, row FROM ${name} WHERE k = ANY($1::bytea[])`);

const writer = new TextWriter();

/** The bytes of a row, its own. */
export function encodeRow<Table extends TableName>(table: Table, row: Row<Table>): Uint8Array {
  writer.reset();
  rowCodecs[table].encode(row, writer);
  return writer.finish();
}

/** Throws DamagedRowError for bytes that are no row of the table. */
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

/** A conversation as the database has it: the bytes of its name, as the keys are. */
export const conversationBytes = (conversation: string): KeyBytes => Buffer.from(conversation).toString("latin1");
