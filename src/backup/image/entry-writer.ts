import { createHash } from "node:crypto";
import { once } from "node:events";
import { createGzip } from "node:zlib";
import type { Pack } from "tar-stream";
import { pack as createPack } from "tar-stream";

/** What costs little time: rows and journal shrink to a fifth all the same. */
const level = 1;
const ownerOnly = 0o600;

/** Writes the entries of an image, a gzipped tar archive, and notes the SHA-256 of each. */
export class EntryWriter {
  readonly #pack: Pack = createPack();
  readonly #sums: string[] = [];
  #failure: Error | null = null;

  constructor() {
    // Whoever reads the archive is told; one that nobody reads may fail all the same.
    this.#pack.on("error", () => undefined);
  }

  /** The bytes of the archive as they come; read until its end, or given up. A failure of the writer ends them with an error. */
  async *bytes(): AsyncGenerator<Buffer> {
    // What failed before anybody read would never end.
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

  /** Rejects when the pieces are not as many bytes as was said: the archive is of no use then. */
  async putPieces(name: string, size: number, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const entry = this.#pack.entry({ name, size, mode: ownerOnly });
    const isClosed = once(entry, "close");
    // A failure is met by the write that waits for it.
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

  /** Ends the archive with the sums of all entries, in the form of `sha256sum`. */
  async finish(name: string): Promise<void> {
    const sums = this.#sums.join("");
    await this.put(name, Buffer.from(sums));
    this.#pack.finalize();
  }

  /** Whoever reads the archive gets the error. */
  fail(error: Error): void {
    this.#failure ??= error;
    this.#pack.destroy(error);
  }
}
