import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as zlib from "node:zlib";
import { makeFolders } from "../../../core/files/make-folders.ts";
import type { Contents, PackedFile, Packing } from "../contents.ts";

/** Files of the contents that belong below one folder, and where their bytes come from. */
export interface Unpacking {
  readonly folder: string;
  readonly files: readonly PackedFile[];
  /** The bytes of these files, compressed. */
  readonly archive: NodeJS.ArrayBufferView;
  readonly packing: Packing;
  readonly nowMs: number;
}

const ownerOnly = 0o600;
const partialPrefix = ".partial-";
/** This file exists once all files of the folder have reached the disk. */
const settledName = ".settled";
/** Older temporary files are from a killed start; those of a running start are younger. */
const leftoverAgeMs = 3_600_000;
/** Several files wait for the disk at once: one after another takes six times as long. */
const writersMax = 32;

/**
 * Returns the folder of the contents below `cache`, and creates it when needed. Rejects when other users can write into it, and when its
 * file system runs no programs.
 */
export async function openFolder(cache: string, { id }: Pick<Contents, "id">, userId: number): Promise<string> {
  const folder = join(cache, id);
  if (statOf(folder) === null) {
    await makeTrusted(cache, userId);
    await makeTrusted(folder, userId);
  } else checkTrusted(folder, userId);
  assertRunsPrograms(folder);
  return folder;
}

/** Native modules are programs. On a mount with `noexec`, the system says of no file that it can be run. */
function assertRunsPrograms(folder: string): void {
  const probe = mkdtempSync(join(folder, partialPrefix));
  try {
    const program = join(probe, "program");
    writeFileSync(program, "", { mode: 0o700 });
    accessSync(program, constants.X_OK);
  } catch (error) {
    if (Object(error).code !== "EACCES") throw error;
    throw new Error("no program can be run there, because its file system is mounted with noexec", { cause: error });
  } finally {
    rmSync(probe, { recursive: true });
  }
}

/** The time of this file is the folder's last use, by which old folders are removed. */
export const settledFile = (folder: string): string => join(folder, settledName);

export const isSettled = (folder: string): boolean => statOf(settledFile(folder))?.isFile() === true;

/**
 * Makes sure that the folder contains every file. Files with the right content are kept: a power cut or a person may have changed others.
 * Every other file is written under a temporary name and then renamed, so that several starts may unpack at once and a kill leaves no
 * incomplete file. `settle` syncs the written files to the disk.
 */
export async function unpack({ folder, files, archive: compressed, packing, nowMs }: Unpacking): Promise<void> {
  const changed = new Set(files.filter((file) => !isWhole(folder, file)));
  if (changed.size === 0) return;
  const archive = expand(compressed, packing);
  const partial = mkdtempSync(join(folder, partialPrefix));
  const isSynced = isSettled(folder);
  let offset = 0;
  const placings: Placing[] = [];
  for (const file of files) {
    const content = archive.subarray(offset, offset + file.bytes);
    const made = join(partial, String(placings.length));
    if (changed.has(file)) placings.push({ folder, made, file, content, isSynced });
    offset += file.bytes;
  }
  await severalAtOnce(placings, place);
  rmSync(partial, { recursive: true });
  removeLeftovers(folder, nowMs);
}

/** Syncs the unpacked files to the disk, then marks the folder as settled. */
export async function settle(folder: string, files: readonly PackedFile[]): Promise<void> {
  await severalAtOnce(files, async ({ path }) => {
    const handle = await open(join(folder, path), "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  });
  await (await open(settledFile(folder), "w", ownerOnly)).close();
}

async function severalAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const next = items.values();
  const workOn = async (): Promise<void> => {
    for (const item of next) await work(item);
  };
  await Promise.all(Array.from({ length: writersMax }, workOn));
}

interface Placing {
  readonly folder: string;
  /** The temporary path, where the file is written first. */
  readonly made: string;
  readonly file: PackedFile;
  readonly content: Uint8Array;
  readonly isSynced: boolean;
}

async function place({ folder, made, file, content, isSynced }: Placing): Promise<void> {
  const { path, bytes } = file;
  if (content.length !== bytes)
    throw new Error(`Expected ${bytes} bytes of ${path} in the binary, got ${content.length}.`);
  const handle = await open(made, "wx", ownerOnly);
  try {
    await handle.writeFile(content);
    if (isSynced) await handle.sync();
  } finally {
    await handle.close();
  }
  const target = join(folder, path);
  makeFoldersWithin(folder, dirname(path));
  if (statOf(target)?.isDirectory() === true) rmSync(target, { recursive: true, force: true });
  renameSync(made, target);
}

/** Creates the folders from `folder` down to `path`, and removes anything else with their names. */
function makeFoldersWithin(folder: string, path: string): void {
  let current = folder;
  for (const name of path.split("/")) {
    current = join(current, name);
    const found = statOf(current);
    if (found?.isDirectory() === true) continue;
    if (found !== null) rmSync(current, { force: true });
    mkdirSync(current, { recursive: true, mode: 0o700 });
  }
}

function removeLeftovers(folder: string, nowMs: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!name.startsWith(partialPrefix) || nowMs - (statOf(path)?.mtimeMs ?? nowMs) < leftoverAgeMs) continue;
    rmSync(path, { recursive: true, force: true });
  }
}

function isWhole(folder: string, { path, bytes, hash }: PackedFile): boolean {
  const target = join(folder, path);
  const found = statOf(target);
  if (found?.isFile() !== true || found.size !== bytes) return false;
  return createHash("sha256").update(readFileSync(target)).digest("base64") === hash;
}

function statOf(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    // A folder of the path is a file.
    if (Object(error).code === "ENOTDIR") return null;
    throw error;
  }
}

/** Functions that a newer Node has: the types are those of the oldest supported version. */
interface Later {
  /** Since 22.15. */
  readonly zstdDecompressSync?: (bytes: NodeJS.ArrayBufferView) => Buffer;
}

/** Returns the decompressed bytes. Throws when this Node cannot decompress this format. */
function expand(bytes: NodeJS.ArrayBufferView, packing: Packing): Buffer {
  if (packing === "brotli") return zlib.brotliDecompressSync(bytes);
  const { zstdDecompressSync } = zlib as Later;
  if (zstdDecompressSync === undefined) throw new Error(`Expected a Node that supports zstd, got ${process.version}.`);
  return zstdDecompressSync(bytes);
}

const rootId = 0;
/** The write permission of other users, and the sticky bit, which stops users from removing or renaming others' files. */
const othersWriteBits = 0o022;
const stickyBit = 0o1000;

/** The error for a folder whose files must not be run. The message gives the reason, in a sentence for people. */
class UntrustedFolderError extends Error {}

/**
 * Creates a folder that only this user can write into, or throws. An existing path must be such a folder and not a link.
 * In the folders above, no other user may be able to replace the folder.
 */
async function makeTrusted(folder: string, userId: number): Promise<void> {
  await makeFolders(folder);
  checkTrusted(folder, userId);
}

/** Throws also when the folder does not exist. */
function checkTrusted(folder: string, userId: number): void {
  const found = lstatSync(folder);
  if (!found.isDirectory()) throw new UntrustedFolderError(`${folder} is not a folder`);
  if (found.uid !== userId) throw new UntrustedFolderError(`${folder} belongs to another user (${found.uid})`);
  if ((found.mode & othersWriteBits) !== 0) throw new UntrustedFolderError(`other users can write to ${folder}`);
  // A path through links has two lines of folders above it: those of the links, and those of their targets.
  for (const path of new Set([folder, realpathSync(folder)])) checkAbove(path, userId);
}

function checkAbove(folder: string, userId: number): void {
  for (let above = dirname(folder); ; above = dirname(above)) {
    const found = lstatSync(above);
    // A folder's owner can replace what is in it, whatever its mode.
    if (found.uid !== userId && found.uid !== rootId)
      throw new UntrustedFolderError(`${above} belongs to another user (${found.uid}), who can replace folders in it`);
    // The mode of a link means nothing.
    const isOpen = (found.mode & othersWriteBits) !== 0 && (found.mode & stickyBit) === 0 && !found.isSymbolicLink();
    if (isOpen) throw new UntrustedFolderError(`other users can replace folders in ${above}`);
    if (above === dirname(above)) return;
  }
}
