import { systemClock } from "../../core/clock.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Store } from "../../ports/store.ts";
import { StoreError } from "../../ports/store.ts";
import type { DataFolder } from "./data-folder.ts";
import { makeWritable, openDataFolder } from "./data-folder.ts";
import { Journal } from "./journal.ts";
import { openDurable } from "./journal-files.ts";
import { recoverJournal } from "./journal-recovery.ts";
import { LmdbStore } from "./lmdb-store.ts";
import type { Ownership } from "./owner.ts";
import { takeOwnership } from "./owner.ts";
import { replayInto } from "./replay.ts";
import type { RowEnvironment } from "./row-environment.ts";
import { openRowEnvironment } from "./row-environment.ts";
import type { RowLayer } from "./row-layer.ts";
import { SpareSegments } from "./spare-segments.ts";
import type { StoreLog } from "./store-log.ts";
import { WriteBehind } from "./write-behind.ts";

export interface LmdbStoreOptions {
  /** Made when it is missing; belongs to this store alone. */
  readonly dir: string;
  readonly log: StoreLog;
  /** Paces the writing of rows behind the journal; the system's when absent. */
  readonly clock?: Clock;
  /** Size of a journal segment. Two are there at rest, more while rows wait to be written. */
  readonly segmentBytes?: number;
  /** How long rows gather before they go into the environment. */
  readonly flushIntervalMs?: number;
  /** Bytes of journal records behind which rows gather no longer. */
  readonly flushBytes?: number;
  /** Bytes of journal records whose rows may be held in memory: beyond, commits wait, or are refused on a full disk. */
  readonly heldBytesMax?: number;
  /** Bytes of commits that may wait for the disk; beyond, commits are refused. */
  readonly waitingBytesMax?: number;
  /** Opens a journal segment for writing; a test passes one that fails. */
  readonly openSegment?: typeof openDurable;
}

/** As many as the held rows fill: a steady load makes no new ones. */
const sparesMax = 6;
const mebibyte = 1024 * 1024;
const defaults = {
  clock: systemClock,
  segmentBytes: 32 * mebibyte,
  flushIntervalMs: 500,
  flushBytes: 64 * mebibyte,
  heldBytesMax: 192 * mebibyte,
  waitingBytesMax: 64 * mebibyte,
  openSegment: openDurable,
};

/**
 * Opens the embedded store. Rejects with StoreError naming the folder when it cannot be used: another process has it,
 * it cannot be written, it is of a newer layout, or its journal is damaged where acknowledged commits lie.
 */
export async function openLmdbStore(options: LmdbStoreOptions): Promise<Store> {
  const settings = { ...defaults, ...options };
  let ownership: Ownership | null = null;
  try {
    await makeWritable(settings.dir);
    ownership = await takeOwnership(settings.dir);
    return await openOwned(settings, await openDataFolder(settings.dir), ownership);
  } catch (error) {
    await ownership?.release();
    if (error instanceof StoreError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`The data folder ${settings.dir} cannot be opened: ${reason}`, { cause: error });
  }
}

type Settings = typeof defaults & LmdbStoreOptions;

async function openOwned(settings: Settings, folder: DataFolder, ownership: Ownership): Promise<Store> {
  const environment = await openRowEnvironment(folder.rowsFolder);
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
): Promise<Store> {
  const { dir, log, segmentBytes, openSegment } = settings;
  const replayed: RowLayer = new Map();
  const { applied } = environment;
  const end = await recoverJournal({
    folder: journalFolder,
    journalId,
    applied,
    log,
    replay: (payload) => replayInto(replayed, payload),
  });
  const { lastNumber } = end;
  const spares = await SpareSegments.open({ folder: journalFolder, segmentBytes, sparesMax, log });
  const journal = await Journal.open({ folder: journalFolder, spares, end, openFile: openSegment, log });
  let releasing = Promise.resolve();
  const onFlushed = (recordNumber: number): void => {
    releasing = releasing.then(() => journal.release(recordNumber));
  };
  const behind = new WriteBehind({ ...settings, environment, folder: dir, lastNumber, onFlushed });
  if (lastNumber > applied) behind.absorb(replayed, 0, lastNumber);
  const release = async (): Promise<void> => {
    await releasing;
    await journal.close();
    await ownership.release();
  };
  return new LmdbStore({ ...settings, folder: dir, journalId, journal, environment, behind, lastNumber, release });
}
