import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { RawRow, RawRows, RawTarget, TableSize } from "../../ports/raw-rows.ts";
import type { TableName } from "../../ports/store.ts";
import { StoreError } from "../../ports/store-errors.ts";
import type { KeyBytes } from "../keys.ts";
import { afterPrefix, encodePrefix } from "../keys.ts";
import { pageBytesMax, pageRowsMax } from "../page-bounds.ts";
import {
  hasStore,
  isDataFolder,
  journalFolderOf,
  makeWritable,
  openDataFolder,
  rowsFolderOf,
} from "./folder/data-folder.ts";
import { closeToOthers } from "./folder/folder-modes.ts";
import { layoutName, readLayout } from "./folder/layout-file.ts";
import { readMigration, refuseHalfMigrated, removeMigration, writeMigration } from "./folder/migration-file.ts";
import type { Ownership } from "./folder/owner.ts";
import { takeOwnership } from "./folder/owner.ts";
import { openOwnedStore } from "./open-lmdb-store.ts";
import type { RowEnvironment } from "./rows/row-environment.ts";
import { openRowEnvironment } from "./rows/row-environment.ts";
import { rowPrefixBytes, withRowPrefix } from "./rows/row-form.ts";
import type { RowLayer } from "./rows/row-layer.ts";
import type { StoreLog } from "./store-log.ts";

export interface LmdbRowsOptions {
  readonly dir: string;
  readonly log: StoreLog;
}

/**
 * The rows of a stopped data folder, with what its journal has beyond them. The folder belongs to this process until `close`. Rejects with
 * StoreInUseError while another one has it, with StoreError when it holds no store, is damaged or of a newer layout.
 */
export async function openLmdbRows({ dir, log }: LmdbRowsOptions): Promise<RawRows> {
  if (!(await isDataFolder(dir))) throw new StoreError(`There is no data folder of Parley at ${dir}`);
  const ownership = await takeOwnership(dir);
  try {
    await refuseHalfMigrated(dir);
    // As a start does: what the journal alone has comes among the rows.
    await (await openOwnedStore({ dir, log }, keptOwnership)).close();
    const environment = await openRowEnvironment(rowsFolderOf(dir), () => undefined);
    const journalId = (await readLayout(dir))?.journalId;
    return { ...rowsOf(environment), state: async () => `${journalId}:${environment.applied}`, close: end };
    async function end(): Promise<void> {
      await environment.close();
      await ownership.release();
    }
  } catch (error) {
    await ownership.release();
    throw error;
  }
}

/** The store closes; the folder stays with its opener. */
const keptOwnership: Ownership = { release: async () => undefined };

/**
 * An empty data folder, or one whose filling was begun, to be filled. Rejects with StoreInUseError while another process has it. Nothing is
 * made before `begin` but the folder itself.
 */
export async function openLmdbTarget({ dir }: LmdbRowsOptions): Promise<RawTarget> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const ownership = await takeOwnership(dir);
  try {
    const underWay = await readMigration(dir);
    return await LmdbTarget.open(dir, ownership, underWay);
  } catch (error) {
    await ownership.release();
    throw error;
  }
}

/** What is there has to go before anything comes. */
const notBegun = "";

class LmdbTarget implements RawTarget {
  readonly underWay: string | null;
  readonly #dir: string;
  readonly #ownership: Ownership;
  #environment: RowEnvironment | null = null;

  private constructor(dir: string, ownership: Ownership, underWay: string | null) {
    this.#dir = dir;
    this.#ownership = ownership;
    this.underWay = underWay;
  }

  static async open(dir: string, ownership: Ownership, underWay: string | null): Promise<LmdbTarget> {
    const target = new LmdbTarget(dir, ownership, underWay);
    if (underWay !== null && underWay !== notBegun) await target.#openRows();
    return target;
  }

  async isEmpty(): Promise<boolean> {
    return !(await hasStore(this.#dir));
  }

  async begin(purpose: string): Promise<void> {
    await this.#environment?.close();
    this.#environment = null;
    // A kill meanwhile leaves rows of another purpose, or some of them.
    await writeMigration(this.#dir, notBegun);
    for (const path of [journalFolderOf(this.#dir), rowsFolderOf(this.#dir), join(this.#dir, layoutName)])
      await rm(path, { recursive: true, force: true });
    await this.#openRows();
    await writeMigration(this.#dir, purpose);
  }

  page(table: TableName, after: KeyBytes | null): Promise<readonly RawRow[]> {
    return rowsOf(this.#rows).page(table, after);
  }

  size(table: TableName): Promise<TableSize> {
    return rowsOf(this.#rows).size(table);
  }

  async state(): Promise<string> {
    return String(this.#rows.applied);
  }

  async last(table: TableName): Promise<KeyBytes | null> {
    for (const { key } of this.#rows.entries({ ...rangeOf(table), reverse: true })) return key;
    return null;
  }

  put(_table: TableName, rows: readonly RawRow[]): Promise<void> {
    const layer: RowLayer = new Map();
    for (const { key, row } of rows) {
      const stored = withRowPrefix(row);
      layer.set(key, { group: { bytes: (start, end) => stored.subarray(start, end) }, start: 0, end: stored.length });
    }
    return new Promise((resolve, reject) => {
      // No journal holds these rows: they count once they are on the disk.
      this.#rows.apply(layer, 0, resolve, async () => undefined).catch(reject);
    });
  }

  async finish(): Promise<void> {
    await this.#environment?.close();
    this.#environment = null;
    await removeMigration(this.#dir);
    await closeToOthers(this.#dir);
  }

  async close(): Promise<void> {
    await this.#environment?.close();
    await this.#ownership.release();
  }

  get #rows(): RowEnvironment {
    if (this.#environment === null) throw new StoreError(`The data folder ${this.#dir} is not being filled`);
    return this.#environment;
  }

  async #openRows(): Promise<void> {
    await makeWritable(this.#dir);
    await openDataFolder(this.#dir);
    this.#environment = await openRowEnvironment(rowsFolderOf(this.#dir), () => undefined);
  }
}

const rangeOf = (table: TableName) => {
  const from = encodePrefix(table, []);
  return { from, to: afterPrefix(from), reverse: false };
};

function rowsOf(environment: RowEnvironment): Pick<RawRows, "page" | "size"> {
  return {
    async page(table, after) {
      const rows: RawRow[] = [];
      let bytes = 0;
      const range = rangeOf(table);
      // The next key there can be.
      const from = after === null ? range.from : `${after}\u0000`;
      for (const { key, value } of environment.entries({ ...range, from })) {
        const row = environment.open(key, value);
        rows.push({ key, row });
        bytes += key.length + row.length;
        if (rows.length >= pageRowsMax || bytes >= pageBytesMax) break;
      }
      return rows;
    },
    async size(table) {
      let rows = 0;
      let bytes = 0;
      for (const { key, value } of environment.entries(rangeOf(table))) {
        rows += 1;
        bytes += key.length + value.length - rowPrefixBytes;
      }
      return { rows, bytes };
    },
  };
}
