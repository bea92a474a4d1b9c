import { close, constants, fdatasync, fsync, open, write } from "node:fs";
import { readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const openFile = promisify(open);
const closeFile = promisify(close);
const syncFile = promisify(fsync);
const syncData = promisify(fdatasync);

/** On Linux one call writes and waits for the disk; elsewhere the flag is missing or weaker than an fsync. */
const writesAreSynced = process.platform === "linux";
const zeros = Buffer.alloc(1024 * 1024);

export interface SegmentFile {
  readonly path: string;
  /** The number of the first record it holds, also its name. */
  readonly first: number;
}

const suffix = ".journal";
const digits = 16;

export const segmentPath = (folder: string, first: number): string =>
  join(folder, `${String(first).padStart(digits, "0")}${suffix}`);

/** The segments of the folder, oldest first. */
export async function listSegments(folder: string): Promise<SegmentFile[]> {
  const names = (await readdir(folder)).filter((name) => /^\d+\.journal$/.test(name)).sort();
  return names.map((name) => ({ path: join(folder, name), first: Number(name.slice(0, -suffix.length)) }));
}

/** A file opened for writes that are on the disk when they resolve. */
export interface DurableFile {
  readonly capacity: number;
  write(bytes: Uint8Array, position: number): Promise<void>;
  close(): Promise<void>;
}

export async function openDurable(path: string): Promise<DurableFile> {
  const file = await openFile(path, constants.O_RDWR | (writesAreSynced ? constants.O_DSYNC : 0));
  const { size } = await stat(path);
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

/** Overwrites with zeros, durably. */
export async function writeZeros(file: DurableFile, start: number, end: number): Promise<void> {
  for (let position = start; position < end; position += zeros.length) {
    await file.write(zeros.subarray(0, Math.min(zeros.length, end - position)), position);
  }
}

/** A file of zeros, every block of it written, so that a later write changes no metadata. */
export async function createZeroed(path: string, bytes: number): Promise<void> {
  const file = await openFile(path, "w");
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

export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; its file system orders a rename by itself.
  if (process.platform === "win32") return;
  const handle = await openFile(folder, "r");
  try {
    await syncFile(handle);
  } finally {
    await closeFile(handle);
  }
}
