import { readFileSync, readSync } from "node:fs";
import { StoreError } from "../../../ports/store-errors.ts";

/**
 * The format of `data.mdb`. Source: dependencies/lmdb/libraries/liblmdb/mdb.c of lmdb-js 3.5, on a 64-bit machine. Numbers are
 * in the byte order of the machine, which is little-endian on all platforms of the library.
 *
 * Page header, 24 bytes: page number (8), transaction (8), padding (2), flags (2), then the ends of the pointers and of the free
 * space (2 + 2), or for a large value its number of pages (4). Offsets of nodes count from the end of the header.
 * Meta page, after its header: magic (4), version (4), address (8), map size (8), two trees of 48 bytes each (free pages, rows),
 * last page (8), transaction (8), id of the boot (8).
 * There are three meta pages: page 0, its second half (the last state that is surely on the disk), page 1.
 */
export const pageHeaderBytes = 24;
export const flags = { branch: 0x01, leaf: 0x02, overflow: 0x04, meta: 0x08 } as const;
const magic = 0xbeefc0de;
const dataVersion = 2;
const minPageBytes = 256;
const maxPageBytes = 65_536;
const metaBytes = 24 + 2 * 48 + 24;
/** Marks a meta page whose transaction may be incomplete on the disk. */
const overlappingSync = 0x1000;
export const noPage = -1;

export interface Tree {
  readonly depth: number;
  readonly branchPages: number;
  readonly leafPages: number;
  readonly overflowPages: number;
  readonly entries: number;
  /** `noPage` for an empty tree. */
  readonly root: number;
}

/** The state of the file after one transaction. */
export interface Snapshot {
  readonly pageBytes: number;
  readonly freePages: Tree;
  readonly rows: Tree;
  readonly lastPage: number;
  readonly transaction: number;
}

interface Meta extends Snapshot {
  readonly isSynced: boolean;
  readonly bootId: bigint;
}

/** Thrown for damage that makes the file useless. The message names the place and the damage. */
export class DamagedFileError extends StoreError {}

export function damage(path: string, where: string, expected: string, found: string): DamagedFileError {
  return new DamagedFileError(
    `The file ${path} is damaged ${where}: expected ${expected}, found ${found}. Restore the data folder from a backup.`,
  );
}

/** Returns the state that the library will use. Throws DamagedFileError when the meta pages have none. */
export function readSnapshot(path: string, file: number): Snapshot {
  const first = readMeta(path, file, 0, null);
  const { pageBytes } = first;
  const flushed = readMeta(path, file, pageBytes / 2, pageBytes);
  const second = readMeta(path, file, pageBytes, pageBytes);
  const bootId = readBootId();
  return pick(pick(first, second, bootId), flushed, bootId);
}

/** Picks like the library: the latest state of this boot, or after a reboot the latest state that is surely on the disk. */
function pick(left: Meta, right: Meta, bootId: bigint): Meta {
  const latest = left.transaction >= right.transaction ? left : right;
  if (right.transaction === 0) return left;
  if ((latest.bootId !== 0n && latest.bootId === bootId) || latest.isSynced) return latest;
  return left.transaction > right.transaction ? right : left;
}

function readMeta(path: string, file: number, start: number, pageBytes: number | null): Meta {
  const where = `in the meta page at byte ${start}`;
  const bytes = Buffer.alloc(pageHeaderBytes + metaBytes);
  const length = readSync(file, bytes, 0, bytes.length, start);
  if (length < bytes.length) throw damage(path, where, `${bytes.length} bytes`, `${length}`);
  const meta = bytes.subarray(pageHeaderBytes);
  const isHalf = pageBytes !== null && start < pageBytes;
  // The library never writes the header of the second half of page 0.
  if (!isHalf) {
    const kind = bytes.readUInt16LE(18);
    if (kind !== flags.meta) throw damage(path, where, `flags ${flags.meta}`, String(kind));
    if (meta.readUInt32LE(0) !== magic) {
      throw damage(path, where, `magic ${magic.toString(16)}`, meta.readUInt32LE(0).toString(16));
    }
    if (meta.readUInt32LE(4) !== dataVersion) {
      throw damage(path, where, `version ${dataVersion}`, String(meta.readUInt32LE(4)));
    }
  }
  const ownPageBytes = meta.readUInt32LE(24);
  const isUnused = isHalf && meta.readBigUInt64LE(24 + 96 + 8) === 0n;
  if (!isUnused && !isPageBytes(ownPageBytes))
    throw damage(path, where, "a power of 2 as page size", String(ownPageBytes));
  if (!isUnused && pageBytes !== null && ownPageBytes !== pageBytes) {
    throw damage(path, where, `pages of ${pageBytes} bytes`, String(ownPageBytes));
  }
  const treeFlags = meta.readUInt16LE(28);
  const lastPage = readNumber(meta, 24 + 96);
  if (!isUnused && (lastPage < 1 || lastPage > Number.MAX_SAFE_INTEGER / maxPageBytes)) {
    throw damage(path, where, "the number of the last page", String(lastPage));
  }
  return {
    pageBytes: ownPageBytes,
    freePages: readTree(meta, 24),
    rows: readTree(meta, 72),
    lastPage,
    transaction: readNumber(meta, 24 + 96 + 8),
    isSynced: (treeFlags & overlappingSync) === 0,
    bootId: meta.readBigInt64LE(24 + 96 + 16),
  };
}

const readTree = (meta: Buffer, at: number): Tree => ({
  depth: meta.readUInt16LE(at + 6),
  branchPages: readNumber(meta, at + 8),
  leafPages: readNumber(meta, at + 16),
  overflowPages: readNumber(meta, at + 24),
  entries: readNumber(meta, at + 32),
  root: readNumber(meta, at + 40),
});

/** Reads 64 bits. If all bits are set, there is no page. */
export function readNumber(bytes: Buffer, at: number): number {
  const high = bytes.readUInt32LE(at + 4);
  const low = bytes.readUInt32LE(at);
  return high === 0xffffffff && low === 0xffffffff ? noPage : high * 2 ** 32 + low;
}

const isPageBytes = (value: number): boolean =>
  value >= minPageBytes && value <= maxPageBytes && (value & (value - 1)) === 0;

/** Reads the boot id like the library. 0 when there is none, as in the library. */
function readBootId(): bigint {
  if (process.platform !== "linux") return 0n;
  try {
    const [first = ""] = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").split("-");
    return BigInt(`0x${first}`);
  } catch {
    return 0n;
  }
}
