import { systemClock } from "../../core/clock.ts";
import { DamagedRowError, StoreError } from "../../ports/store-errors.ts";
import { checkRowFile } from "./check/check-row-file.ts";
import type { DataFolder } from "./folder/data-folder.ts";
import { makeWritable, openDataFolder } from "./folder/data-folder.ts";
import { closeToOthers } from "./folder/folder-modes.ts";
import { refuseHalfMigrated } from "./folder/migration-file.ts";
import type { Ownership } from "./folder/owner.ts";
import { takeOwnership } from "./folder/owner.ts";
import { createHeldJournal } from "./journal/held-journal.ts";
import { Journal, journalDisk } from "./journal/journal.ts";
import { recoverJournal } from "./journal/journal-recovery.ts";
import { SpareSegments } from "./journal/spare-segments.ts";
import { LmdbStore } from "./lmdb-store.ts";
import type { RowEnvironment } from "./rows/row-environment.ts";
import { hasRowFile, openRowEnvironment, rowFileOf } from "./rows/row-environment.ts";
import { damagedRow, isWholeRow } from "./rows/row-form.ts";
import { WaitingRows } from "./rows/row-layer.ts";
import { WriteBehind } from "./rows/write-behind.ts";
import type { StoreLog } from "./store-log.ts";

export interface LmdbStoreOptions extends Partial<typeof defaults> {
  /** Created when it is missing. Only this store uses it. */
  readonly dir: string;
  readonly log: StoreLog;
}

/** As many segments as the held rows fill, so that a steady load creates no new ones. */
const sparesMax = 6;
const damagedRowsLoggedMax = 1_000;
const mebibyte = 1024 * 1024;
export const defaultSegmentBytes = 32 * mebibyte;
const defaults = {
  /** Times the delayed writing of rows. */
  clock: systemClock,
  /** Size of a journal segment. An idle store has two segments, and more while rows wait to be written. */
  segmentBytes: defaultSegmentBytes,
  /** How long rows wait before they are written to the environment. A row that changes meanwhile is written once. */
  flushIntervalMs: 4_000,
  /** Above this number of bytes of journal records, waiting rows are written at once. */
  flushBytes: 32 * mebibyte,
  /** Bytes of journal records whose rows may be in memory. Above it, commits wait, or are refused on a full disk. */
  heldBytesMax: 192 * mebibyte,
  /** Number of journal segments that may be kept for later copies. */
  keptSegmentsMax: 64,
  /** Bytes of commits that may wait for the disk. Above it, commits are refused. */
  waitingBytesMax: 64 * mebibyte,
  /** The file operations of the journal. Tests pass a disk that fails. */
  disk: journalDisk,
  /** The start does not read all of a longer row file. */
  checkedBytesMax: 512 * mebibyte,
  /** How long to wait for the end of another process that has the folder. */
  ownerWaitMs: 0,
  /** Called at each read of a damaged row. */
  onDamagedRow: (): void => undefined,
  /** Called after the last commit and before anything is closed. */
  beforeClose: async (): Promise<void> => undefined,
};

/**
 * Opens the embedded store. Rejects with a StoreError that names the folder when the folder cannot be used: another process has
 * it, it cannot be written, its layout is newer, or its journal is damaged in acknowledged commits.
 */
export async function openLmdbStore(options: LmdbStoreOptions): Promise<LmdbStore> {
  const settings = { ...defaults, ...options };
  let ownership: Ownership | null = null;
  try {
    await makeWritable(settings.dir);
    ownership = await takeOwnership(settings.dir, { clock: settings.clock, waitMs: settings.ownerWaitMs });
    await refuseHalfMigrated(settings.dir);
    await closeToOthers(settings.dir);
    return await openOwnedStore(settings, ownership);
  } catch (error) {
    await ownership?.release();
    if (error instanceof StoreError && !(error instanceof DamagedRowError)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`The data folder ${settings.dir} cannot be opened: ${reason}`, { cause: error });
  }
}

/** Opens the store in a folder that this process owns already. The store releases the folder when it closes. */
export async function openOwnedStore(options: LmdbStoreOptions, ownership: Ownership): Promise<LmdbStore> {
  return openOwned({ ...defaults, ...options }, await openDataFolder(options.dir), ownership);
}

type Settings = Required<LmdbStoreOptions>;

/** Writes one log entry for each damaged row, however often it is read. */
function reportDamage({ log, onDamagedRow }: Settings): (error: DamagedRowError) => void {
  const logged = new Set<string>();
  return ({ table, key, message }) => {
    onDamagedRow();
    if (logged.has(message) || logged.size >= damagedRowsLoggedMax) return;
    logged.add(message);
    log.error({ table, key, reason: message }, "A stored row is damaged; npm run doctor reads all of them");
  };
}

/** Runs before the file is mapped: damage that would end the process later is an error now. */
async function checkRows(
  { log, checkedBytesMax }: Settings,
  { rowsFolder }: DataFolder,
  onDamagedRow: (error: DamagedRowError) => void,
): Promise<void> {
  const path = rowFileOf(rowsFolder);
  if (!(await hasRowFile(path))) return;
  const isWhole = await checkRowFile({
    path,
    wholeBytesMax: checkedBytesMax,
    onRow(key, stored) {
      const bytes = key.page.subarray(key.start, key.end);
      if (!isWholeRow(bytes, stored)) onDamagedRow(damagedRow(bytes.toString("latin1")));
    },
  });
  if (!isWhole)
    log.info(
      { file: path, checkedBytesMax },
      "There are too many rows to read all of them at the start; npm run doctor reads them",
    );
}

async function openOwned(settings: Settings, folder: DataFolder, ownership: Ownership): Promise<LmdbStore> {
  const onDamagedRow = reportDamage(settings);
  await checkRows(settings, folder, onDamagedRow);
  const environment = await openRowEnvironment(folder.rowsFolder, onDamagedRow, ownership.assertHeld);
  try {
    return await openJournal(settings, folder, ownership, environment);
  } catch (error) {
    await environment.close();
    throw error;
  }
}

async function openJournal(
  settings: Settings,
  { journalFolder, journalId }: DataFolder,
  ownership: Ownership,
  environment: RowEnvironment,
): Promise<LmdbStore> {
  const { dir, log, segmentBytes, disk, keptSegmentsMax } = settings;
  const replayed = new WaitingRows();
  const { applied } = environment;
  const end = await recoverJournal({
    folder: journalFolder,
    journalId,
    applied,
    log,
    replay: (payload) => replayed.add(payload),
  });
  const { lastNumber } = end;
  const spares = await SpareSegments.open({ folder: journalFolder, segmentBytes, sparesMax, disk, log });
  const { assertHeld: assertOwner } = ownership;
  const journal = await Journal.open({ folder: journalFolder, spares, end, disk, log, keptSegmentsMax, assertOwner });
  let releasing = Promise.resolve();
  const release = (recordNumber: number): Promise<void> => {
    releasing = releasing.then(() => journal.release(recordNumber));
    return releasing;
  };
  const onFlushed = (recordNumber: number): void => void release(recordNumber);
  const behind = new WriteBehind({ ...settings, environment, folder: dir, lastNumber, replayed, onFlushed });
  const close = async (): Promise<void> => {
    await releasing;
    await journal.close();
    await ownership.release();
  };
  const images = createHeldJournal({
    ...{ journalId, journal },
    applied: () => environment.applied,
    last: () => store.lastNumber,
    giveBack: () => release(0),
  });
  const store: LmdbStore = new LmdbStore({
    ...settings,
    ...{ folder: dir, journalId, journal, environment, behind, lastNumber, images, close },
  });
  return store;
}
