import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { createTarDecoder } from "modern-tar";
import { parseJson } from "../../codec/json/json.ts";
import { firstFormVersion, formVersion, fromBeforeFirst } from "../../codec/proto/form-version.ts";
import type { ImageEnd } from "../../ports/backups.ts";
import type { ImageBegin } from "./image.types.ts";
import { entryNames, ImageError, imageFormat } from "./image.types.ts";

export interface ImageEntry {
  readonly name: string;
  readonly bytes: number;
  /** The caller must read it to its end before it asks for the next entry. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** Yields the entries of an image in order. Throws for every fault of the archive. */
export async function* entriesOf(path: string, bytes: Readable = createReadStream(path)): AsyncGenerator<ImageEntry> {
  const { readable, writable } = createTarDecoder({ strict: true });
  const stopping = new AbortController();
  const unpacked = pipeline(bytes, createGunzip(), Writable.fromWeb(writable), stopping);
  // The entry that meets a fault throws it.
  unpacked.catch(() => undefined);
  try {
    for await (const { header, body } of valuesOf(readable.getReader())) {
      const content = body.getReader();
      yield { name: header.name, bytes: header.size, content: valuesOf(content) };
      // The rest is read, because the library would take a cancellation of this entry for one of a later entry.
      for await (const _ of valuesOf(content));
    }
    // The archive can end before the checksum of the compression.
    await unpacked;
  } finally {
    stopping.abort();
  }
}

async function* valuesOf<Value>(reader: ReadableStreamDefaultReader<Value>): AsyncGenerator<Value> {
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

export interface WholeImage {
  readonly begin: ImageBegin;
  readonly end: ImageEnd;
}

/**
 * Reads a complete image and compares every entry with its checksum. `bytes` replaces the content of the path. Throws ImageError for a
 * missing or changed entry.
 */
export async function verifyImage(
  path: string,
  onProgress: (bytes: number) => void,
  bytes?: Readable,
): Promise<WholeImage> {
  try {
    return await verify(path, entriesOf(path, bytes), onProgress);
  } catch (error) {
    if (error instanceof ImageError) throw error;
    throw new ImageError(`${path} is not a complete backup: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function verify(
  path: string,
  entries: AsyncIterable<ImageEntry>,
  onProgress: (bytes: number) => void,
): Promise<WholeImage> {
  const found = new Map<string, string>();
  const texts = new Map<string, string>();
  for await (const { name, content } of entries) {
    const hash = createHash("sha256");
    const kept: Uint8Array[] | null = keptNames.has(name) ? [] : null;
    for await (const piece of content) {
      hash.update(piece);
      kept?.push(piece);
      onProgress(piece.length);
    }
    found.set(name, hash.digest("hex"));
    if (kept !== null) texts.set(name, Buffer.concat(kept).toString());
  }
  const sums = texts.get(entryNames.sums);
  if (sums === undefined) throw new ImageError(`${path} is not a complete backup: it ends without ${entryNames.sums}`);
  compare(path, found, sums);
  return { begin: beginOf(path, texts), end: partOf<ImageEnd>(path, texts, entryNames.end) };
}

const keptNames = new Set<string>([entryNames.begin, entryNames.end, entryNames.sums]);

function compare(path: string, found: ReadonlyMap<string, string>, sums: string): void {
  const lines = sums.split("\n").filter((line) => line !== "");
  for (const line of lines) {
    const [sum, name = ""] = line.split("  ");
    const actual = found.get(name);
    if (actual === undefined) throw new ImageError(`${path} is damaged: ${name} is missing`);
    if (actual !== sum) throw new ImageError(`${path} is damaged: ${name} has SHA-256 ${actual}, expected ${sum}`);
  }
  const names = new Set(lines.map((line) => line.split("  ")[1]));
  for (const name of found.keys())
    if (name !== entryNames.sums && !names.has(name))
      throw new ImageError(`${path} is damaged: ${entryNames.sums} does not list ${name}`);
}

function beginOf(path: string, texts: ReadonlyMap<string, string>): ImageBegin {
  const begin = partOf<ImageBegin>(path, texts, entryNames.begin);
  if (begin.format !== imageFormat)
    throw new ImageError(
      `${path} is a backup of format ${begin.format}, but this program reads format ${imageFormat}: use a newer version of the program`,
    );
  const { form } = begin;
  if (form < firstFormVersion) throw new ImageError(`${path} is in form ${form}; ${fromBeforeFirst}`);
  if (form > formVersion)
    throw new ImageError(
      `${path} was written by a newer version of the service, in form ${form}; this program reads forms up to ${formVersion}. Restore it with that version or a newer one.`,
    );
  return begin;
}

/** The checksum matches, so this program or another version of it wrote the text. */
function partOf<Part>(path: string, texts: ReadonlyMap<string, string>, name: string): Part {
  const text = texts.get(name);
  if (text === undefined) throw new ImageError(`${path} is not a backup of Parley: it has no ${name}`);
  return parseJson(text) as Part;
}
