import { DamagedRowError } from "../../../../../src/ports/store-errors.ts";
import type { KeyBytes } from "../../../../../src/store/keys.ts";
import { appliedKey } from "../../../../../src/store/keys.ts";
import type { RowEnvironment } from "../../../../../src/store/lmdb/rows/row-environment.ts";
import { hashOf, openRow, rowPrefixBytes, sealRow } from "../../../../../src/store/lmdb/rows/row-form.ts";
import type { RowIndex } from "../../../../../src/store/lmdb/rows/row-index.ts";
import { deleted } from "../../../../../src/store/lmdb/rows/row-index.ts";
import { SimulatedRows } from "../disk/simulated-rows.ts";
import { placeOf } from "./world.ts";

const rowsPerTransaction = 100;

export const rowFileOf = (folder: string): string => `${folder}/data.mdb`;
/** Returns false: the bytes of LMDB's file are not simulated, so there is no file to check. */
export const hasRowFile = async (): Promise<boolean> => false;

/** Replaces LMDB. Readers see a transaction at once. Transactions reach the disk some time later, in order. */
export async function openRowEnvironment(
  folder: string,
  onDamagedRow: (error: DamagedRowError) => void,
): Promise<RowEnvironment> {
  const place = placeOf(folder);
  if (place === null) throw new Error(`Expected a folder on a simulated disk, got ${folder}`);
  const { disk, process, path } = place;
  await disk.work(process, "name", path, () => disk.makeFolders(path));
  const known = disk.databases.get(path);
  const rows = known instanceof SimulatedRows ? known : new SimulatedRows();
  disk.databases.set(path, rows);
  const readRow = (key: KeyBytes, stored: Buffer): Buffer => {
    try {
      return openRow(key, stored);
    } catch (error) {
      if (error instanceof DamagedRowError) onDamagedRow(error);
      throw error;
    }
  };
  const get = (key: KeyBytes): Buffer | undefined => {
    const stored = rows.get(key);
    return stored === undefined ? undefined : readRow(key, stored);
  };
  const apply = async (layer: RowIndex, applied: number, onFlushed: () => void): Promise<void> => {
    const mark = Buffer.alloc(rowPrefixBytes + 8);
    mark.writeDoubleBE(applied, rowPrefixBytes);
    sealRow(hashOf(appliedKey), mark);
    const entries = Array.from({ length: layer.size }, (_, entry) => entry);
    do {
      const changes = entries.splice(0, rowsPerTransaction).map((entry) => {
        const stored = layer.sealed(entry);
        return [layer.keyOf(entry), stored === deleted ? null : Buffer.from(stored)] as const;
      });
      await disk.work(process, "write", path, () => {
        rows.transact(entries.length > 0 ? changes : [...changes, [appliedKey, mark]]);
      });
    } while (entries.length > 0);
    const count = rows.transactions;
    disk.work(process, "sync", path, () => rows.sync(count)).then(onFlushed, () => undefined);
  };
  return {
    get applied() {
      return get(appliedKey)?.readDoubleBE() ?? 0;
    },
    get,
    entries: (range) => rows.entries(range),
    open: readRow,
    apply,
    close: () => disk.work(process, "sync", path, () => rows.sync(rows.transactions)),
  };
}
