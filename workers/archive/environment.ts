import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { RootDatabase } from "lmdb";
import { open } from "lmdb";
import type { IndexState, TaskAnswer } from "./archive.types.ts";
import type { KeyBytes } from "./keys.ts";
import { keyEncoder, stateKey } from "./keys.ts";

export type IndexRows = RootDatabase<string, KeyBytes>;

/** Raise it when an index of the previous version cannot be used. */
const formatVersion = 1;

interface StoredState extends IndexState {
  readonly format: number;
}

/** The index cannot be used any more. */
class DamageError extends Error {}

let opened: { readonly folder: string; readonly rows: IndexRows } | null = null;

/** The environment in the folder, opened once in each thread. */
function rowsIn(folder: string): IndexRows {
  if (opened?.folder === folder) return opened.rows;
  const damage = findDamage(folder);
  if (damage !== null) throw new DamageError(damage);
  reserveRoom(folder);
  const rows: IndexRows = open({ path: folder, encoding: "string", keyEncoder });
  opened = { folder, rows };
  return rows;
}

/** Runs a task on the rows as any thread last committed them; returns every error as data. */
export function withRows<Value>(folder: string, task: (rows: IndexRows) => Value): TaskAnswer<Value> {
  try {
    const rows = rowsIn(folder);
    rows.resetReadTxn();
    return { kind: "done", value: task(rows) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: isDamage(error) ? "damaged" : "failed", reason };
  }
}

/** The stored state of the index; null when the index is new. Throws when it has another format. */
export function readState(rows: IndexRows): IndexState | null {
  const text = rows.get(stateKey);
  if (text === undefined) return null;
  const { format, ...state }: StoredState = JSON.parse(text);
  if (format !== formatVersion) throw new DamageError(`The index has format ${format}, expected ${formatVersion}`);
  return state;
}

/** Call it in a transaction. */
export function writeState(rows: IndexRows, state: IndexState): void {
  const stored: StoredState = { format: formatVersion, ...state };
  void rows.put(stateKey, JSON.stringify(stored));
}

/** Call it after every transaction. */
export function keepWhole(folder: string, rows: IndexRows): void {
  const { pageSize, lastPageNumber }: { readonly pageSize: number; readonly lastPageNumber: number } = Object(
    rows.getStats(),
  );
  fillUp(folder, (lastPageNumber + 1) * pageSize);
}

/** LMDB's own error codes, except those for a full map, full readers or a full transaction. */
const codes = { lowest: -30_799, highest: -30_780 };
const fullCodes: readonly number[] = [-30_792, -30_790, -30_788];

function isDamage(error: unknown): boolean {
  if (error instanceof DamageError || error instanceof SyntaxError) return true;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "number" && code >= codes.lowest && code <= codes.highest && !fullCodes.includes(code);
}

/** Parts of a header: the first two pages have one each. Source: `MDB_meta` as lmdb 3.5 stores it. */
const headerBytes = 0xa0;
const magicAt = 0x18;
const magic = 0xbeefc0de;
const pageBytesAt = 0x30;
const lastPageAt = 0x90;
const transactionAt = 0x98;
const pageBytesMax = 65_536;
const lockBytesMin = 64 * 1024;
const firstPagesBytes = 64 * 1024;

interface Header {
  readonly transaction: number;
  readonly pageBytes: number;
  /** The minimum size of the file. */
  readonly fileBytes: number;
}

/**
 * The damage of an environment's file; null when it can be opened or does not exist. LMDB maps the file into memory: a
 * broken header or a missing page would end the whole process.
 */
export function findDamage(folder: string): string | null {
  const path = dataFileOf(folder);
  if (!existsSync(path)) return null;
  const { size } = statSync(path);
  if (size === 0) return null;
  const file = openSync(path, "r");
  try {
    const first = readHeader(file, 0);
    const second = first && readHeader(file, first.pageBytes);
    if (!first || !second) return `${path} has no header of an environment`;
    const newest = first.transaction > second.transaction ? first : second;
    return size < newest.fileBytes ? `${path} has ${size} bytes, but its header says ${newest.fileBytes}` : null;
  } finally {
    closeSync(file);
  }
}

function readHeader(file: number, position: number): Header | null {
  const bytes = Buffer.alloc(headerBytes);
  if (readSync(file, bytes, 0, headerBytes, position) < headerBytes || bytes.readUInt32LE(magicAt) !== magic)
    return null;
  const pageBytes = bytes.readUInt32LE(pageBytesAt);
  if (pageBytes < headerBytes || pageBytes > pageBytesMax) return null;
  const lastPage = Number(bytes.readBigUInt64LE(lastPageAt));
  return {
    transaction: Number(bytes.readBigUInt64LE(transactionAt)),
    pageBytes,
    fileBytes: (lastPage + 1) * pageBytes,
  };
}

/**
 * Extends the file to the size in its header: last pages that a transaction took and gave back are never written, and
 * would look missing.
 */
function fillUp(folder: string, bytes: number): void {
  const path = dataFileOf(folder);
  if (statSync(path).size < bytes) truncateSync(path, bytes);
}

/**
 * Creates the folder and tests whether the disk has room for what LMDB needs without a check: its lock file, which it
 * writes through memory, and the first pages of a new data file. Throws when the disk has no room.
 */
function reserveRoom(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lockFile = join(folder, "lock.mdb");
  const lockBytes = existsSync(lockFile) ? statSync(lockFile).size : 0;
  if (lockBytes < lockBytesMin) appendFileSync(lockFile, Buffer.alloc(lockBytesMin - lockBytes));
  if (existsSync(dataFileOf(folder))) return;
  const probe = join(folder, "room");
  try {
    writeFileSync(probe, Buffer.alloc(firstPagesBytes));
  } finally {
    rmSync(probe, { force: true });
  }
}

const dataFileOf = (folder: string): string => join(folder, "data.mdb");
