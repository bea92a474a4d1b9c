import type { FileHandle } from "node:fs/promises";
import { mkdir, open as openFile, readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { RootDatabase } from "lmdb";
import { open } from "lmdb";
import { isMissing } from "../../../core/files/is-missing.ts";
import { DamagedRowError } from "../../../ports/store-errors.ts";
import type { KeyBytes } from "../../keys.ts";
import { appliedKey } from "../../keys.ts";
import { hashOf, openRow, rowPrefixBytes, sealRow } from "./row-form.ts";
import type { RowIndex } from "./row-index.ts";
import { deleted } from "./row-index.ts";
import type { StoredEntries } from "./row-layer.ts";

/** Keys are strings of bytes; see keys.ts. */
const keyEncoder = {
  writeKey: (key: KeyBytes, target: Buffer, start: number): number => start + target.write(key, start, "latin1"),
  readKey: (source: Buffer, start: number, end: number): KeyBytes => source.toString("latin1", start, end),
};

/** Rows that are put in one turn of the event loop. */
const rowsPerTurn = 100;
/** Rows, and roughly their bytes, for which space is made at once. */
const rowsPerRound = 2_000;
const roundBytes = 4 * 1024 ** 2;
const lockFileBytes = 64 * 1024;
const firstPagesBytes = 64 * 1024;
/**
 * Address space for the file; it takes no memory and no disk. LMDB keeps every map that became too small. Pages that were read
 * through several maps count several times in the memory of the process. With one large map from the start they count once.
 */
const mapBytes = 64 * 1024 ** 3;

/** Other users must not read chats. The library accepts this option, but its types do not name it. */
const ownerOnly = { permissionsMode: 0o600 };

/**
 * The LMDB environment that holds the rows. Its transactions are visible before they are on the disk. After a crash of the
 * machine LMDB returns to an earlier transaction, and the journal has the later records.
 */
export interface RowEnvironment extends StoredEntries {
  /** The last journal record with all its rows in the environment. */
  readonly applied: number;
  /** Throws DamagedRowError. */
  get(key: KeyBytes): Buffer | undefined;
  /**
   * Writes rows, and the number of the last applied journal record. Resolves when readers see the rows. Rejects when some may be
   * missing; the caller may repeat the call. `onFlushed` is called when the rows are on the disk, `pause` between two rounds of
   * rows. The rows must not change before the call has ended.
   */
  apply(layer: RowIndex, applied: number, onFlushed: () => void, pause: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** An environment that can be filled from a copy. */
export interface FillableRows extends RowEnvironment {
  /** Writes rows with their present checksums, right or wrong. Resolves when the rows are on the disk. */
  putStored(rows: readonly StoredRow[]): Promise<void>;
}

export interface StoredRow {
  readonly key: KeyBytes;
  /** The checksum, then the row. */
  readonly stored: Buffer;
}

export const rowFileOf = (folder: string): string => join(folder, "data.mdb");

/** Returns false for an empty file too: a kill may leave one, and LMDB starts it again. */
export async function hasRowFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).size > 0;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/**
 * `onDamagedRow` is called at each read of a damaged row. The reader gets the error. `assertOwner` rejects when the folder may belong
 * to another process.
 */
export async function openRowEnvironment(
  folder: string,
  onDamagedRow: (error: DamagedRowError) => void,
  assertOwner?: () => Promise<void>,
): Promise<FillableRows> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await reserveRoom(folder);
  const rows = openSharedRows(folder);
  const room = await RowRoom.open(rowFileOf(folder));
  if (rows.getBinary(appliedKey) === undefined) await beginRows(rows);
  const readRow = (key: KeyBytes, stored: Buffer): Buffer => {
    try {
      return openRow(key, stored);
    } catch (error) {
      if (error instanceof DamagedRowError) onDamagedRow(error);
      throw error;
    }
  };
  const get = (key: KeyBytes): Buffer | undefined => {
    const stored = rows.getBinary(key);
    return stored === undefined ? undefined : readRow(key, stored);
  };
  return {
    get applied() {
      return get(appliedKey)?.readDoubleBE() ?? 0;
    },
    get,
    entries: ({ from, to, reverse }) =>
      reverse
        ? rows.getRange({ start: to, end: from, reverse, exclusiveStart: true, inclusiveEnd: true })
        : rows.getRange({ start: from, end: to }),
    open: readRow,
    async apply(layer, applied, onFlushed, pause) {
      await assertOwner?.();
      await applyLayer(rows, room, layer, applied, onFlushed, pause);
    },
    putStored: (stored) => putStored(rows, room, stored),
    async close() {
      await rows.close();
      await room.close();
    },
  };
}

/** Opens only the environment. Each thread of a process opens its own. */
export const openSharedRows = (folder: string): RootDatabase<Buffer, KeyBytes> =>
  open({
    path: folder,
    encoding: "binary",
    keyEncoder,
    overlappingSync: true,
    mapSize: mapBytes,
    // Only `batch` makes transactions: when LMDB batches automatically, a rejection of its promise cannot be caught.
    eventTurnBatching: false,
    ...ownerOnly,
  });

function markOf(applied: number): Buffer {
  const mark = Buffer.alloc(rowPrefixBytes + 8);
  mark.writeDoubleBE(applied, rowPrefixBytes);
  sealRow(hashOf(appliedKey), mark);
  return mark;
}

/**
 * Writes a first state to the disk, to which LMDB can return after a crash. Without it LMDB would use the first rows even if the
 * disk has only a part of them.
 */
async function beginRows(rows: RootDatabase<Buffer, KeyBytes>): Promise<void> {
  // The space for these few pages was checked before the file was created.
  await throwFirst([transact(rows, () => void rows.put(appliedKey, markOf(0)))]);
  await rows.flushed;
}

async function applyLayer(
  rows: RootDatabase<Buffer, KeyBytes>,
  room: RowRoom,
  layer: RowIndex,
  applied: number,
  onFlushed: () => void,
  pause: () => Promise<void>,
): Promise<void> {
  const mark = markOf(applied);
  for (let at = 0; ; ) {
    const round = nextRound(layer, at);
    const shape = shapeOf(rows);
    await room.make(pagesFor(round.end - at + 1, round.bytes, shape), shape);
    const ends: Promise<unknown>[] = [];
    const isLast = round.end === layer.size;
    const lastStart = isLast ? Math.max(at, round.end - rowsPerTurn) : round.end;
    while (at < lastStart) {
      const [start, end] = [at, Math.min(at + rowsPerTurn, lastStart)];
      ends.push(transact(rows, () => putRows(rows, layer, start, end)));
      at = end;
      await nextTurn();
    }
    // The rows of all transactions must be stored before the number. The number is part of the last transaction.
    await throwFirst(ends);
    if (!isLast) {
      await pause();
      continue;
    }
    const end = transact(rows, () => {
      putRows(rows, layer, lastStart, round.end);
      void rows.put(appliedKey, mark);
    });
    rows.flushed.then(onFlushed, () => {
      // The failure of the transaction below reports this error.
    });
    return throwFirst([end]);
  }
}

interface Round {
  readonly end: number;
  readonly bytes: number;
}

/** The rows for which space is made together. */
function nextRound(layer: RowIndex, start: number): Round {
  let bytes = 0;
  let end = start;
  for (; end < layer.size && end < start + rowsPerRound && bytes < roundBytes; end += 1) bytes += layer.bytesOf(end);
  return { end, bytes };
}

/** The types of the library do not name these numbers. */
function shapeOf(rows: RootDatabase<Buffer, KeyBytes>): RowFileShape {
  const stats = rows.getStats();
  const numberOf = (name: string): number => {
    const value: unknown = Reflect.get(stats, name);
    if (typeof value === "number") return value;
    throw new Error(`Expected LMDB to report its ${name} as a number, got ${typeof value}`);
  };
  return { pageBytes: numberOf("pageSize"), lastPage: numberOf("lastPageNumber") };
}

/** Resolves with the error when the transaction failed. */
const transact = (rows: RootDatabase<Buffer, KeyBytes>, write: () => void): Promise<unknown> =>
  rows.batch(write).then(() => null, explain);

async function putStored(
  rows: RootDatabase<Buffer, KeyBytes>,
  room: RowRoom,
  stored: readonly StoredRow[],
): Promise<void> {
  const bytes = stored.reduce((sum, { key, stored }) => sum + key.length + stored.length, 0);
  const shape = shapeOf(rows);
  await room.make(pagesFor(stored.length, bytes, shape), shape);
  await throwFirst([
    transact(rows, () => {
      for (const { key, stored: value } of stored) void rows.put(key, value);
    }),
  ]);
  await rows.flushed;
}

function putRows(rows: RootDatabase<Buffer, KeyBytes>, layer: RowIndex, start: number, end: number): void {
  for (let entry = start; entry < end; entry += 1) {
    const key = layer.keyOf(entry);
    const stored = layer.sealed(entry);
    // Inside a batch these calls return no result. The batch does.
    void (stored === deleted ? rows.remove(key) : rows.put(key, stored));
  }
}

async function throwFirst(ends: readonly Promise<unknown>[]): Promise<void> {
  for (const error of await Promise.all(ends)) if (error !== null) throw error;
}

/** LMDB rejects a transaction with an error that holds the promise of the reason. */
async function explain(error: unknown): Promise<unknown> {
  if (!(error instanceof Error && "commitError" in error)) return error;
  try {
    await error.commitError;
    return error;
  } catch (reason) {
    return reason;
  }
}

/**
 * On a full disk LMDB ends the process. It writes to its lock file through mapped memory, and expects space for the first pages of
 * a new data file. So the blocks of the lock file are written first, and the space for the pages is tested.
 */
async function reserveRoom(folder: string): Promise<void> {
  await fillUpTo(join(folder, "lock.mdb"), lockFileBytes);
  if ((await readdir(folder)).includes("data.mdb")) return;
  const probe = join(folder, "room");
  try {
    await fillUpTo(probe, firstPagesBytes);
  } finally {
    await unlink(probe);
  }
}

/** Rejects when the file cannot get the full length. */
async function fillUpTo(path: string, bytes: number): Promise<void> {
  const file = await openFile(path, "a", ownerOnly.permissionsMode);
  try {
    const { size } = await file.stat();
    if (size < bytes) await file.writeFile(Buffer.alloc(bytes - size));
  } finally {
    await file.close();
  }
}

/** Sizes of the row file, as LMDB reports them. */
interface RowFileShape {
  readonly pageBytes: number;
  readonly lastPage: number;
}

/** Pages for lists of free pages, and for branches of both trees. */
const otherPages = 256;
/** A leaf may be copied and split. Large values count by their bytes. Measured for 1000 rows at random places: 740 pages. */
const pagesPerRow = 2;
const zeros = Buffer.alloc(256 * 1024);

/** Returns the number of pages by which writing these rows may extend the file. */
const pagesFor = (rows: number, bytes: number, { pageBytes }: RowFileShape): number =>
  rows * pagesPerRow + Math.ceil(bytes / pageBytes) + otherPages;

/**
 * Space in the row file after its last page. The space is on the disk before LMDB uses it. When LMDB cannot write, its native
 * code prints half a line to standard error, between the JSON log entries.
 */
class RowRoom {
  readonly #file: FileHandle;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(path: string): Promise<RowRoom> {
    return new RowRoom(await openFile(path, "r+"));
  }

  /**
   * Rejects when these pages cannot be written. No transaction may run meanwhile. Pages that were written before a failure stay
   * for the next attempt.
   */
  async make(pages: number, { pageBytes, lastPage }: RowFileShape): Promise<void> {
    const wanted = (lastPage + 1 + pages) * pageBytes;
    let { size } = await this.#file.stat();
    while (size < wanted) {
      const { bytesWritten } = await this.#file.write(zeros, 0, Math.min(zeros.length, wanted - size), size);
      size += bytesWritten;
    }
    // Even with enough space, the disk may fail every write. So one byte is written to the last page, which stores nothing.
    await this.#file.write(zeros, 0, 1, size - 1);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
