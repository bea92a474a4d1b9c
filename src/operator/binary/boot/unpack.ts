import type { Stats } from "node:fs";
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import type { Contents, PackedFile } from "../contents.ts";
import { checkTrusted, makeTrusted } from "./trusted-folder.ts";

export interface Unpacking {
  readonly contents: Contents;
  /** The bytes of all files, compressed; asked for when one is missing. */
  readonly readArchive: () => NodeJS.ArrayBufferView;
  readonly userId: number;
  readonly nowMs: number;
}

const ownerOnly = 0o600;
const partialPrefix = ".partial-";
/** What a killed start had begun to write; one that still writes is younger. */
const leftoverAgeMs = 3_600_000;

/**
 * Makes sure that every file of the contents lies in its folder below `cache`, and answers that folder. Those that are there in their size are
 * left; any other is written beside, synced and renamed into its place. So several starts may do it at once, and a kill leaves no half of a file.
 */
export function unpack(cache: string, { contents, readArchive, userId, nowMs }: Unpacking): string {
  const folder = join(cache, contents.id);
  const isThere = statOf(folder) !== null;
  if (isThere) checkTrusted(folder, userId);
  const missing = new Set(contents.files.filter(({ path, bytes }) => !isWhole(join(folder, path), bytes)));
  if (missing.size === 0) return folder;
  makeTrusted(cache, userId);
  makeTrusted(folder, userId);
  const archive = brotliDecompressSync(readArchive());
  const partial = mkdtempSync(join(folder, partialPrefix));
  let offset = 0;
  for (const file of contents.files) {
    if (missing.has(file)) place(folder, partial, file, archive.subarray(offset, offset + file.bytes));
    offset += file.bytes;
  }
  rmSync(partial, { recursive: true });
  removeLeftovers(folder, nowMs);
  return folder;
}

function place(folder: string, partial: string, { path, bytes }: PackedFile, content: Uint8Array): void {
  if (content.length !== bytes)
    throw new Error(`Expected ${bytes} bytes of ${path} in the binary, got ${content.length}.`);
  const [target, made] = [join(folder, path), join(partial, "file")];
  const descriptor = openSync(made, "w", ownerOnly);
  try {
    for (let written = 0; written < bytes; ) written += writeSync(descriptor, content, written);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  makeFolders(folder, dirname(path));
  if (statOf(target)?.isDirectory() === true) rmSync(target, { recursive: true });
  renameSync(made, target);
}

/** Folders from `folder` down to `path`; whatever else has their name goes. */
function makeFolders(folder: string, path: string): void {
  let current = folder;
  for (const name of path.split("/")) {
    current = join(current, name);
    const found = statOf(current);
    if (found?.isDirectory() === true) continue;
    if (found !== null) rmSync(current);
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

function isWhole(path: string, bytes: number): boolean {
  const found = statOf(path);
  return found?.isFile() === true && found.size === bytes;
}

function statOf(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    // A file stands where a folder of the path was expected.
    if (Object(error).code === "ENOTDIR") return null;
    throw error;
  }
}
