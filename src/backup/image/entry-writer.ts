import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createGzip } from "node:zlib";
import { createTarPacker } from "modern-tar";

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
