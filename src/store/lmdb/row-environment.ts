import { mkdir, open as openFile, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { RootDatabase } from "lmdb";
import { open } from "lmdb";
import type { KeyBytes } from "./keys.ts";
import { appliedKey } from "./keys.ts";
import type { RowBytes, RowLayer } from "./row-layer.ts";
import { bytesOf, isDeleted } from "./row-layer.ts";

/** Keys are strings of bytes; see keys.ts. */
const keyEncoder = {
  writeKey: (key: KeyBytes, target: Buffer, start: number): number => start + target.write(key, start, "latin1"),
  readKey: (source: Buffer, start: number, end: number): KeyBytes => source.toString("latin1", start, end),
};

/** Rows put in one go before the event loop turns again. */
const rowsPerTurn = 100;
const lockFileBytes = 64 * 1024;
const firstPagesBytes = 64 * 1024;
/**
 * Address space for the file, not room in memory or on the disk. LMDB keeps every map it has outgrown, so that pages read
 * through several of them count several times in the process: with one large map from the start they count once.
 */
const mapBytes = 64 * 1024 ** 3;

/** Keys from `from` on and before `to`. */
export interface KeyRange {
  readonly from: KeyBytes;
  readonly to: KeyBytes;
  readonly reverse: boolean;
}

/**
 * The LMDB environment that holds the rows. Its transactions are visible before they are on the disk: after a crash of
 * the machine it falls back to an earlier one, and the journal has the rest.
 */
export interface RowEnvironment {
  /** The last journal record whose rows are all here. */
  readonly applied: number;
  get(key: KeyBytes): Buffer | undefined;
  entries(range: KeyRange): Iterable<{ readonly key: KeyBytes; readonly value: Buffer }>;
  /**
   * Puts a layer, and that everything up to this journal record is applied. Resolves when readers see it, rejects when
   * it may be missing in part; doing it again is right. `onFlushed` is called when it is on the disk.
   */
  apply(layer: RowLayer, applied: number, onFlushed: () => void): Promise<void>;
  close(): Promise<void>;
}

export async function openRowEnvironment(folder: string): Promise<RowEnvironment> {
  await mkdir(folder, { recursive: true });
  await reserveRoom(folder);
  const rows: RootDatabase<Buffer, KeyBytes> = open({
    path: folder,
    encoding: "binary",
    keyEncoder,
    overlappingSync: true,
    mapSize: mapBytes,
    // Transactions are made by `batch` alone: the promise of one that LMDB gathers by itself cannot be caught.
    eventTurnBatching: false,
  });
  return {
    get applied() {
      return rows.get(appliedKey)?.readDoubleBE() ?? 0;
    },
    get: (key) => rows.getBinary(key),
    entries: ({ from, to, reverse }) =>
      reverse
        ? rows.getRange({ start: to, end: from, reverse, exclusiveStart: true, inclusiveEnd: true })
        : rows.getRange({ start: from, end: to }),
    apply: (layer, applied, onFlushed) => applyLayer(rows, layer, applied, onFlushed),
    close: () => rows.close(),
  };
}

async function applyLayer(
  rows: RootDatabase<Buffer, KeyBytes>,
  layer: RowLayer,
  applied: number,
  onFlushed: () => void,
): Promise<void> {
  const ends: Promise<unknown>[] = [];
  const transact = (write: () => void): void => void ends.push(rows.batch(write).then(() => null, explain));
  const mark = Buffer.alloc(8);
  mark.writeDoubleBE(applied);
  const left = layer.entries();
  for (let count = 0; layer.size - count > rowsPerTurn; count += rowsPerTurn) {
    transact(() => putRows(rows, left, rowsPerTurn));
    await nextTurn();
  }
  // Rows of several transactions must all be there before the number says so; those of the last go with it.
  if (ends.length > 0) await throwFirst(ends);
  transact(() => {
    putRows(rows, left, rowsPerTurn);
    void rows.put(appliedKey, mark);
  });
  rows.flushed.then(onFlushed, () => {
    // Told below as the failure of the transaction.
  });
  await throwFirst(ends);
}

function putRows(
  rows: RootDatabase<Buffer, KeyBytes>,
  entries: Iterator<readonly [KeyBytes, RowBytes]>,
  count: number,
): void {
  for (let put = 0; put < count; put += 1) {
    const next = entries.next();
    if (next.done) return;
    const [key, row] = next.value;
    // Inside a batch these answer nothing: the batch does.
    void (isDeleted(row) ? rows.remove(key) : rows.put(key, bytesOf(row)));
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
 * On a full disk LMDB ends the process: it writes to its lock file through memory, and takes the first pages of a new
 * data file for granted. So the blocks of the one are taken before, and room for the others is tried out.
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

/** Rejects when the file cannot be made this long; a part of it is not enough. */
async function fillUpTo(path: string, bytes: number): Promise<void> {
  const file = await openFile(path, "a");
  try {
    const { size } = await file.stat();
    if (size < bytes) await file.writeFile(Buffer.alloc(bytes - size));
  } finally {
    await file.close();
  }
}
