import { close, constants, fdatasync, fstat, fsync, open, write } from "node:fs";
import { readdir, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { syncFolder } from "../../../core/files/whole-file.ts";

const openFile = promisify(open);
const closeFile = promisify(close);
const syncFile = promisify(fsync);
const syncData = promisify(fdatasync);
const statFile = promisify(fstat);

/** On Linux one call writes and waits for the disk. Other systems lack the flag, or it is weaker than an fsync. */
const writesAreSynced = process.platform === "linux";
/** Other users must not read chats. */
const ownerOnly = 0o600;
const zeros = Buffer.alloc(1024 * 1024);

export interface SegmentFile {
  readonly path: string;
  /** The number of its first record. */
  readonly first: number;
  /** Its length, which never changes. */
  readonly bytes: number;
}

const digits = 16;
const namePattern = /^(\d+)\.(\d+)\.journal$/;

/** The name contains the first record and the length, so that a segment that was cut short is detected. */
export const segmentFile = (folder: string, first: number, bytes: number): SegmentFile => ({
  path: join(folder, `${String(first).padStart(digits, "0")}.${bytes}.journal`),
  first,
  bytes,
});

/**
 * Returns the segments of the folder, oldest first. Of two with the same first record the newer one is never shorter, so it is last.
 */
export async function listSegments(folder: string): Promise<SegmentFile[]> {
  const segments = (await readdir(folder)).flatMap((name): SegmentFile[] => {
    const [, first, bytes] = namePattern.exec(name) ?? [];
    if (first === undefined) return [];
    return [{ path: join(folder, name), first: Number(first), bytes: Number(bytes) }];
  });
  return segments.sort((left, right) => left.first - right.first || left.bytes - right.bytes);
}

/** Whether the next segment replaced this one and has its records. */
export const isReplaced = ({ first }: SegmentFile, index: number, all: readonly SegmentFile[]): boolean =>
  all[index + 1]?.first === first;

/** A file whose writes are on the disk when they resolve. */
export interface DurableFile {
  readonly capacity: number;
  write(bytes: Uint8Array, position: number): Promise<void>;
  close(): Promise<void>;
}

export async function openDurable(path: string): Promise<DurableFile> {
  const file = await openFile(path, constants.O_RDWR | (writesAreSynced ? constants.O_DSYNC : 0));
  const { size } = await statFile(file).catch(async (error: unknown) => {
    await closeFile(file);
    throw error;
  });
  return {
    capacity: size,
    async write(bytes, position) {
      await writeWhole(file, bytes, position);
      if (!writesAreSynced) await syncData(file);
    },
    close: () => closeFile(file),
  };
}

function writeWhole(file: number, bytes: Uint8Array, position: number): Promise<void> {
  return new Promise((resolve, reject) => {
    write(file, bytes, 0, bytes.length, position, (error, written) => {
      if (error) reject(error);
      else if (written === bytes.length) resolve();
      else if (written === 0) reject(new Error(`expected ${bytes.length} bytes to be written, got 0`));
      else writeWhole(file, bytes.subarray(written), position + written).then(resolve, reject);
    });
  });
}

/** Overwrites the bytes with zeros. Durable when it resolves. */
export async function writeZeros(file: DurableFile, start: number, end: number): Promise<void> {
  for (let position = start; position < end; position += zeros.length) {
    await file.write(zeros.subarray(0, Math.min(zeros.length, end - position)), position);
  }
}

/** Creates a file of zeros. Every block is written, so that later writes change no metadata. */
export async function createZeroed(path: string, bytes: number): Promise<void> {
  const file = await openFile(path, "w", ownerOnly);
  try {
    for (let position = 0; position < bytes; position += zeros.length) {
      await writeWhole(file, zeros.subarray(0, Math.min(zeros.length, bytes - position)), position);
    }
    await syncFile(file);
  } catch (error) {
    await unlink(path);
    throw error;
  } finally {
    await closeFile(file);
  }
}

/** The file operations of the journal. Tests pass a disk with failing operations. */
export interface JournalDisk {
  /** Opens a segment for writing. */
  open(path: string): Promise<DurableFile>;
  rename(from: string, to: string): Promise<void>;
  /** Resolves when renames in the folder are on the disk. */
  syncFolder(folder: string): Promise<void>;
}

export const journalDisk: JournalDisk = { open: openDurable, rename, syncFolder };
