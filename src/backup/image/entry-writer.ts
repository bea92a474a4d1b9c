import { createHash } from "node:crypto";
import { once } from "node:events";
import { createGzip } from "node:zlib";
import type { Pack } from "tar-stream";
import { pack as createPack } from "tar-stream";

/** A fast level. Rows and journal shrink to a fifth even so. */
const level = 1;
const ownerOnly = 0o600;

/** Writes the entries of an image, which is a gzipped tar archive, and computes the SHA-256 of each. */
export class EntryWriter {
  readonly #pack: Pack = createPack();
  readonly #sums: string[] = [];
  #failure: Error | null = null;

  constructor() {
    // The reader of the archive gets the error. An archive without a reader can fail too.
    this.#pack.on("error", () => undefined);
  }

  /** The bytes of the archive as a stream, which the caller reads to the end or destroys. A failure of the writer ends it with an error. */
  async *bytes(): AsyncGenerator<Buffer> {
    // Without this, a stream that failed before its first read would never end.
    if (this.#failure !== null) throw this.#failure;
    const gzip = createGzip({ level });
    this.#pack.on("error", (error) => gzip.destroy(error));
    this.#pack.pipe(gzip);
    try {
      for await (const piece of gzip) yield piece;
    } finally {
      this.#pack.destroy();
      gzip.destroy();
    }
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.putPieces(name, bytes.length, [bytes]);
  }

  /** Rejects when the pieces do not have the announced number of bytes. Then the archive is of no use. */
  async putPieces(name: string, size: number, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const entry = this.#pack.entry({ name, size, mode: ownerOnly });
    const isClosed = once(entry, "close");
    // The write that waits gets the failure.
    isClosed.catch(() => undefined);
    const hash = createHash("sha256");
    for await (const piece of pieces) {
      hash.update(piece);
      if (!entry.write(piece)) await Promise.race([once(entry, "drain"), isClosed]);
    }
    entry.end(new Uint8Array(0));
    await isClosed;
    this.#sums.push(`${hash.digest("hex")}  ${name}\n`);
  }

  /** Ends the archive with the checksums of all entries, in the form of `sha256sum`. */
  async finish(name: string): Promise<void> {
    const sums = this.#sums.join("");
    await this.put(name, Buffer.from(sums));
    this.#pack.finalize();
  }

  /** Ends the archive with the error, for its reader. */
  fail(error: Error): void {
    this.#failure ??= error;
    this.#pack.destroy(error);
  }
}
