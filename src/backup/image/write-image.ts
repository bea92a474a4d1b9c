import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createGzip } from "node:zlib";
import { createTarPacker } from "modern-tar";
import { formVersion } from "../../codec/proto/form-version.ts";
import type { Image, ImageEnd } from "../../ports/backups.ts";
import type { Clock } from "../../ports/clock.ts";
import type { FileStore } from "../../ports/file-store.ts";
import type { RowReader } from "../../ports/row-reader.ts";
import type { JournalHold, StoreImages } from "../../ports/store-images.ts";
import type { WatchedFiles } from "../../ports/watched-files.ts";
import type { ImageFiles } from "./image.types.ts";
import { entryNames, imageFormat } from "./image.types.ts";
import type { Pace } from "./pace.ts";

export interface ImageParts {
  readonly images: StoreImages;
  readonly rows: RowReader;
  /** The files for the image. `null` when the image has none, and `filesKind` says why. */
  readonly files: Readonly<Record<"files" | "photos", WatchedFiles>> | null;
  readonly filesKind: ImageFiles;
  readonly clock: Clock;
  readonly pace: Pace;
}

/** The journal is copied after this many pages of rows, so that only a little of it has to be kept. */
const pagesPerDrain = 64;
const pieceBytes = 256 * 1024;

/**
 * Writes an image of a store in use. It reads the rows page by page while commits continue. It also copies the journal from before
 * the first page to after the last one, whose replay brings all rows to one state. Files that are added meanwhile are copied after
 * the others.
 */
export function writeImage(parts: ImageParts): Image {
  const writer = new EntryWriter();
  const hold = parts.images.hold();
  const end = new ImageWriter(parts, hold, writer).write().finally(() => hold.end());
  end.catch((error: unknown) => writer.fail(error instanceof Error ? error : new Error(String(error))));
  return { bytes: writer.bytes(), end };
}

class ImageWriter {
  readonly #parts: ImageParts;
  readonly #hold: JournalHold;
  readonly #writer: EntryWriter;
  readonly #damaged: string[] = [];
  #rows = 0;
  #records = 0;
  #files = 0;

  constructor(parts: ImageParts, hold: JournalHold, writer: EntryWriter) {
    this.#parts = parts;
    this.#hold = hold;
    this.#writer = writer;
  }

  async write(): Promise<ImageEnd> {
    const { images, clock, files, filesKind } = this.#parts;
    const kinds = ["files", "photos"] as const;
    const watches =
      files === null ? [] : kinds.map((kind) => ({ kind, place: files[kind], watch: files[kind].watch() }));
    try {
      const { journalId } = images;
      const { before } = this.#hold;
      await this.#json(entryNames.begin, {
        ...{ format: imageFormat, form: formVersion, journalId, before, beganAtMs: clock.nowMs(), files: filesKind },
      });
      await this.#copyRows();
      for (const { kind, place, watch } of watches) await this.#copyFiles(kind, place, watch.tokens());
      // From here on, the state of the image needs files that are removed.
      for (const { watch } of watches) watch.holdRemovals();
      const through = this.#hold.last();
      await this.#copyJournal(through);
      for (const { kind, place, watch } of watches) await this.#copyFiles(kind, place, watch.added());
      const end = { through, endedAtMs: clock.nowMs(), ...this.#counts() };
      await this.#json(entryNames.end, end);
      await this.#writer.finish(entryNames.sums);
      return end;
    } finally {
      for (const { watch } of watches) watch.end();
    }
  }

  #counts() {
    return { rows: this.#rows, records: this.#records, files: this.#files, damaged: this.#damaged };
  }

  async #copyRows(): Promise<void> {
    const { rows } = this.#parts;
    let pages = 0;
    for (let page = await rows.read(null); page !== null; page = await rows.read(page.last)) {
      pages += 1;
      this.#rows += page.rows;
      this.#damaged.push(...page.damaged);
      await this.#put(`${entryNames.rows}${String(pages).padStart(8, "0")}`, page.payload);
      if (pages % pagesPerDrain === 0) await this.#copyJournal(this.#hold.last());
    }
  }

  async #copyJournal(through: number): Promise<void> {
    for (let part = await this.#hold.read(through); part !== null; part = await this.#hold.read(through)) {
      this.#records += part.last - part.first + 1;
      await this.#put(`${entryNames.journal}${String(part.first).padStart(16, "0")}`, part.bytes);
    }
  }

  async #copyFiles(
    kind: "files" | "photos",
    place: FileStore,
    tokens: AsyncIterable<string> | Iterable<string>,
  ): Promise<void> {
    for await (const token of tokens) {
      const file = await place.open(token);
      // The row of the file was deleted meanwhile, and the journal has that.
      if (file === null) continue;
      try {
        await this.#writer.putPieces(`${entryNames[kind]}${token}`, file.bytes, this.#piecesOf(file));
      } finally {
        await file.close();
      }
      this.#files += 1;
    }
  }

  async *#piecesOf(file: NonNullable<Awaited<ReturnType<FileStore["open"]>>>): AsyncGenerator<Uint8Array> {
    for (let position = 0; position < file.bytes; ) {
      const piece = Buffer.allocUnsafe(Math.min(pieceBytes, file.bytes - position));
      const read = await file.read(piece, position);
      if (read === 0) throw new Error(`Expected a file of ${file.bytes} bytes, got ${position}`);
      position += read;
      await this.#parts.pace.take(read);
      yield piece.subarray(0, read);
    }
  }

  async #put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#parts.pace.take(bytes.length);
    await this.#writer.put(name, bytes);
  }

  #json(name: string, value: object): Promise<void> {
    return this.#writer.put(name, Buffer.from(`${JSON.stringify(value)}\n`));
  }
}

/** A fast level. Rows and journal shrink to a fifth even so. */
const level = 1;
const ownerOnly = 0o600;

/** Writes the entries of an image, which is a gzipped tar archive, and computes the SHA-256 of each. */
export class EntryWriter {
  readonly #packer = createTarPacker();
  readonly #sums: string[] = [];

  /** The bytes of the archive as a stream, which the caller reads to the end or destroys. A failure of the writer ends it with an error. */
  async *bytes(): AsyncGenerator<Buffer> {
    // The library's type is the browser's, which differs from Node's.
    const packed = Readable.fromWeb(this.#packer.readable as ReadableStream);
    const gzip = createGzip({ level });
    packed.on("error", (error) => gzip.destroy(error)).pipe(gzip);
    try {
      for await (const piece of gzip) yield piece;
    } finally {
      gzip.destroy();
      packed.destroy(new Error("The reader of the archive has ended"));
    }
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.putPieces(name, bytes.length, [bytes]);
  }

  /**
   * Waits while the reader of the archive is slow. Rejects when the pieces do not have the announced number of bytes. Then the archive
   * is of no use. A piece must not change afterwards.
   */
  async putPieces(name: string, size: number, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const entry = this.#packer.controller.add({ name, size, mode: ownerOnly }).getWriter();
    const hash = createHash("sha256");
    for await (const piece of pieces) {
      hash.update(piece);
      await entry.write(piece);
    }
    await entry.close();
    this.#sums.push(`${hash.digest("hex")}  ${name}\n`);
  }

  /** Ends the archive with the checksums of all entries, in the form of `sha256sum`. */
  async finish(name: string): Promise<void> {
    const sums = this.#sums.join("");
    await this.put(name, Buffer.from(sums));
    this.#packer.controller.finalize();
  }

  /** Ends the archive with the error, for its reader. */
  fail(error: Error): void {
    this.#packer.controller.error(error);
  }
}
