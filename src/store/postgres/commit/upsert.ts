import type { TableName, Write } from "../../../ports/store.ts";
import { bigintArray, boolArray, bytesArray } from "../binary.ts";
import type { Call, Value } from "../pipeline.ts";
import { conversationBytes, statementOfEach } from "../tables.ts";
import type { KeptWrite } from "./kept-writes.ts";

/** Inserts or replaces these rows of one table, with the columns for searches other than by key. */
export const callToKeep = (table: TableName, kept: readonly KeptWrite[], owner: string): Call => ({
  statement: upsert[table],
  values: valuesOf(kept, owner),
});

const upsert = statementOfEach("write", (name, table) => {
  switch (table) {
    case "actor":
      return `INSERT INTO ${name} (k, row, conversation, at_rest) SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bytea[], $4::bool[])
        ON CONFLICT (k) DO UPDATE SET row = EXCLUDED.row, conversation = EXCLUDED.conversation, at_rest = EXCLUDED.at_rest`;
    case "deadline":
      return `INSERT INTO ${name} (k, row, at_restart, owner) SELECT w.*, $4 FROM unnest($1::bytea[], $2::bytea[], $3::bool[]) AS w
        ON CONFLICT (k) DO UPDATE SET row = EXCLUDED.row, at_restart = EXCLUDED.at_restart, owner = EXCLUDED.owner, claimed_until = NULL`;
    case "tell":
      return `INSERT INTO ${name} (k, row, conversation, owner, claimed_until)
        SELECT k, row, conversation, $4, clock_timestamp() + interval '2 s'
        FROM unnest($1::bytea[], $2::bytea[], $3::bytea[]) WITH ORDINALITY AS w(k, row, conversation, n) ORDER BY n
        ON CONFLICT (k) DO UPDATE SET row = EXCLUDED.row, conversation = EXCLUDED.conversation, owner = EXCLUDED.owner`;
    case "counter":
      return `INSERT INTO ${name} AS c (k, row, last) SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bigint[])
        ON CONFLICT (k) DO UPDATE SET row = EXCLUDED.row, last = EXCLUDED.last WHERE c.last < EXCLUDED.last`;
    default:
      return `INSERT INTO ${name} (k, row) SELECT * FROM unnest($1::bytea[], $2::bytea[]) ON CONFLICT (k) DO UPDATE SET row = EXCLUDED.row`;
  }
});

/** Returns the columns of the rows, with their owner. */
function valuesOf(kept: readonly KeptWrite[], owner: string): readonly Value[] {
  const values: Value[] = [bytesArray(kept.map(({ key }) => key)), bytesArray(kept.map(({ row }) => row ?? noBytes))];
  const rows = kept.map(({ write }) => write);
  switch (rows[0]?.table) {
    case "actor":
      return [
        ...values,
        bytesArray(rows.map(conversationOf)),
        boolArray(rows.map(({ isAtRest }) => isAtRest === true)),
      ];
    case "tell":
      return [...values, bytesArray(rows.map(conversationOf)), owner];
    case "deadline":
      return [...values, boolArray(rows.map((row) => row.table === "deadline" && row.row?.atRestart === true)), owner];
    case "counter":
      return [...values, bigintArray(rows.map((row) => (row.table === "counter" ? (row.row?.last ?? 0) : 0)))];
    default:
      return values;
  }
}

const noBytes = new Uint8Array();

const conversationOf = (write: Write): string =>
  (write.table === "actor" || write.table === "tell") && write.row !== null
    ? conversationBytes(write.row.conversation)
    : "";
