import type { Stats } from "node:fs";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
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
/** Several wait for the disk at once: one after another takes six times as long. */
const writersMax = 32;

/**
 * Makes sure that every file of the contents lies in its folder below `cache`, and answers that folder. Those that are there in their size are
 * left; any other is written beside, synced and renamed into its place. So several starts may do it at once, and a kill leaves no half of a file.
 */
export async function unpack(cache: string, { contents, readArchive, userId, nowMs }: Unpacking): Promise<string> {
  const folder = join(cache, contents.id);
  if (statOf(folder) !== null) checkTrusted(folder, userId);
  const missing = new Set(contents.files.filter(({ path, bytes }) => !isWhole(join(folder, path), bytes)));
  if (missing.size === 0) return folder;
  makeTrusted(cache, userId);
  makeTrusted(folder, userId);
  const archive = brotliDecompressSync(readArchive());
  const partial = mkdtempSync(join(folder, partialPrefix));
  let offset = 0;
  const placings: Placing[] = [];
  for (const file of contents.files) {
    const content = archive.subarray(offset, offset + file.bytes);
    if (missing.has(file)) placings.push({ folder, made: join(partial, String(placings.length)), file, content });
    offset += file.bytes;
  }
  const next = placings.values();
  await Promise.all(Array.from({ length: writersMax }, () => placeAll(next)));
  rmSync(partial, { recursive: true });
  removeLeftovers(folder, nowMs);
  return folder;
}

interface Placing {
  readonly folder: string;
  /** Where it is written first. */
  readonly made: string;
  readonly file: PackedFile;
  readonly content: Uint8Array;
}

async function placeAll(placings: Iterable<Placing>): Promise<void> {
  for (const { folder, made, file, content } of placings) {
    const { path, bytes } = file;
    if (content.length !== bytes)
      throw new Error(`Expected ${bytes} bytes of ${path} in the binary, got ${content.length}.`);
    const handle = await open(made, "wx", ownerOnly);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const target = join(folder, path);
    makeFolders(folder, dirname(path));
    if (statOf(target)?.isDirectory() === true) rmSync(target, { recursive: true });
    renameSync(made, target);
  }
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
