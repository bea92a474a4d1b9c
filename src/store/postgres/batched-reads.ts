import type { PoolClient } from "pg";
import type { Key, Row, TableName } from "../../ports/store.ts";
import type { KeyBytes } from "../keys.ts";
import { encodePrefix } from "../keys.ts";
import { bytesArray, readBytes, readKey } from "./binary.ts";
import type { Database } from "./database.ts";
import type { Call, Rows } from "./pipeline.ts";
import { runCalls } from "./pipeline.ts";
import { toStoreError } from "./store-errors.ts";
import { decodeRow, readByKey } from "./tables.ts";

interface Asked {
  readonly table: TableName;
  readonly key: KeyBytes;
  resolve(row: Buffer | undefined): void;
  reject(error: unknown): void;
}

/** Reads durable rows by key. All reads of one tick share a round trip. */
export class BatchedReads {
  readonly #database: Database;
  #asked: Asked[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  async read<Table extends TableName>(table: Table, key: Key<Table>): Promise<Row<Table> | undefined> {
    const bytes = encodePrefix(table, key);
    const row = await this.#ask(table, bytes);
    return row === undefined ? undefined : decodeRow(table, bytes, row);
  }

  #ask(table: TableName, key: KeyBytes): Promise<Buffer | undefined> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ table, key, resolve, reject });
      if (this.#asked.length === 1) setImmediate(() => void this.#run());
    });
  }

  async #run(): Promise<void> {
    const asked = this.#asked;
    this.#asked = [];
    const keys = new Map<TableName, Set<KeyBytes>>();
    for (const { table, key } of asked) keys.set(table, (keys.get(table) ?? new Set()).add(key));
    const calls = [...keys].map(
      ([table, ofTable]): Call => ({ statement: readByKey[table], values: [bytesArray([...ofTable])] }),
    );
    try {
      const found = new Map<KeyBytes, Buffer>();
      for (const rows of await readCalls(this.#database, calls))
        for (const [key, row] of rows) found.set(readKey(key), readBytes(row));
      for (const { key, resolve } of asked) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}

/** Reads on any free connection. Retries once on a new connection when the first one is broken. */
export async function readCalls(database: Database, calls: readonly Call[]): Promise<readonly Rows[]> {
  for (let tries = 1; ; tries += 1) {
    let client: PoolClient | undefined;
    try {
      client = await database.pool.connect();
      const rows = await runCalls(client, calls);
      client.release();
      return rows;
    } catch (error) {
      client?.release(true);
      if (client === undefined || tries > 1) throw toStoreError(database.label, error);
    }
  }
}
