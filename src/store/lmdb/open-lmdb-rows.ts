import { rm } from "node:fs/promises";
import { join } from "node:path";
import { records } from "../../codec/proto/generated/records.js";
import { systemClock } from "../../core/clock.ts";
import { makeFolders } from "../../core/files/make-folders.ts";
import type { ImageTarget, ReplayedJournal, ReplayedUpTo } from "../../ports/image-target.ts";
import type { RawRow, RawRows, RawTarget, TableSize } from "../../ports/raw-rows.ts";
import type { TableName } from "../../ports/store.ts";
import { StoreError } from "../../ports/store-errors.ts";
import type { KeyBytes } from "../keys.ts";
import { afterPrefix, encodePrefix } from "../keys.ts";
import { pageBytesMax, pageRowsMax } from "../page-bounds.ts";
import { writeCopied } from "./folder/copied-file.ts";
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
import { eachRecordIn } from "./journal/records-in.ts";
import { openOwnedStore } from "./open-lmdb-store.ts";
import type { FillableRows, RowEnvironment } from "./rows/row-environment.ts";
import { openRowEnvironment } from "./rows/row-environment.ts";
import { rowPrefixBytes, withRowPrefix } from "./rows/row-form.ts";
import { WaitingRows } from "./rows/row-layer.ts";
import type { StoreLog } from "./store-log.ts";

export interface LmdbRowsOptions {
  readonly dir: string;
  readonly log: StoreLog;
}

/**
 * Opens the rows of a stopped data folder, with the later records of its journal. The folder belongs to this process until `close`.
 * Rejects with StoreInUseError while another process has the folder. Rejects with StoreError when the folder holds no store, is
 * damaged or has a newer layout.
 */
export async function openLmdbRows({ dir, log }: LmdbRowsOptions): Promise<RawRows> {
  if (!(await isDataFolder(dir))) throw new StoreError(`There is no data folder of Parley at ${dir}`);
  const ownership = await takeOwnership(dir);
  try {
    await refuseHalfMigrated(dir);
    // Like a start: records that only the journal has are added to the rows.
    await (await openOwnedStore({ dir, log }, { ...ownership, release: kept })).close();
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

/** The store closes, but the opener keeps the folder. */
const kept = async (): Promise<void> => undefined;

/**
 * Opens a data folder that is empty or partly filled, to fill it. Rejects with StoreInUseError while another process has the
 * folder. Before `begin` only the folder itself is created.
 */
export async function openLmdbTarget({ dir }: LmdbRowsOptions): Promise<LmdbTarget> {
  await makeFolders(dir);
  const ownership = await takeOwnership(dir);
  try {
    const underWay = await readMigration(dir);
    return await LmdbTarget.open(dir, ownership, underWay);
  } catch (error) {
    await ownership.release();
    throw error;
  }
}

/** The folder must be emptied before it is filled. */
const notBegun = "";

/** A data folder that is being filled, from another store or from a backup. */
class LmdbTarget implements RawTarget, ImageTarget {
  readonly underWay: string | null;
  readonly #dir: string;
  readonly #ownership: Ownership;
  #environment: FillableRows | null = null;

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
    // Before the first file, so that other users cannot put links in its way.
    await closeToOthers(this.#dir);
    // A kill meanwhile may leave some rows of another purpose.
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
    const writes = rows.map(({ key, row }) => ({ key: Buffer.from(key, "latin1"), row: withRowPrefix(row) }));
    const layer = new WaitingRows();
    layer.add(records.GroupCommit.encode({ writes }).finish());
    return this.#apply(layer);
  }

  putRows(payload: Uint8Array): Promise<void> {
    const { writes } = records.GroupCommit.decode(payload);
    return this.#rows.putStored(
      writes.map(({ key, row }) => ({
        key: Buffer.from(key ?? []).toString("latin1"),
        stored: Buffer.from(row ?? []),
      })),
    );
  }

  async replay(journal: ReplayedJournal): Promise<ReplayedUpTo> {
    const layer = new WaitingRows();
    const end = eachRecordIn(journal, (payload) => layer.add(payload));
    if (layer.size > 0) await this.#apply(layer);
    return end;
  }

  async finish(stateAtMs = systemClock.nowMs()): Promise<void> {
    await this.#environment?.close();
    this.#environment = null;
    await writeCopied(this.#dir, stateAtMs);
    await removeMigration(this.#dir);
    await closeToOthers(this.#dir);
  }

  async close(): Promise<void> {
    await this.#environment?.close();
    await this.#ownership.release();
  }

  #apply(layer: WaitingRows): Promise<void> {
    return new Promise((resolve, reject) => {
      // No journal has these rows, so they count only when they are on the disk.
      this.#rows.apply(layer, 0, resolve, async () => undefined).catch(reject);
    });
  }

  get #rows(): FillableRows {
    if (this.#environment === null) throw new StoreError(`The data folder ${this.#dir} is not being filled`);
    return this.#environment;
  }

  async #openRows(): Promise<void> {
    await makeWritable(this.#dir);
    await openDataFolder(this.#dir);
    this.#environment = await openRowEnvironment(rowsFolderOf(this.#dir), () => undefined);
  }
}

/** Returns the range of keys of a table. */
const rangeOf = (table: TableName) => {
  const from = encodePrefix(table, []);
  return { from, to: afterPrefix(from), reverse: false };
};

/** Reads the rows of an environment. No commit may run meanwhile. */
function rowsOf(environment: RowEnvironment): Pick<RawRows, "page" | "size"> {
  return {
    async page(table, after) {
      const rows: RawRow[] = [];
      let bytes = 0;
      const range = rangeOf(table);
      // The next possible key.
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
