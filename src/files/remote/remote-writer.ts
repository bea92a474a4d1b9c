import type { NewFile } from "../../ports/file-store.ts";
import type { Log } from "../../ports/log.ts";
import type { ObjectPlace } from "./object-place.ts";
import { PartFile } from "./part-file.ts";
import type { Reach } from "./reach.ts";

export interface RemoteWriterParts {
  readonly token: string;
  readonly place: ObjectPlace;
  readonly reach: Reach;
  /** The folder for uploads in progress. */
  readonly dir: string;
  readonly log: Log;
  /** Called once, when the file is stored or given up. */
  readonly onEnd: () => void;
}

/**
 * Writes one file to a place across the network. During the upload the bytes are on the local disk, because a slow sender must not
 * hold a connection to the place. Then the complete file is sent to the place, and then its rows are committed.
 */
export class RemoteWriter implements NewFile {
  readonly token: string;
  readonly #parts: RemoteWriterParts;
  #part: PartFile | null = null;
  #isPut = false;
  #isEnded = false;

  constructor(parts: RemoteWriterParts) {
    this.token = parts.token;
    this.#parts = parts;
  }

  async write(bytes: Uint8Array, position: number): Promise<void> {
    const part = await this.#opened();
    await part.write(bytes, position);
  }

  writeNow(bytes: Uint8Array, position: number): boolean {
    if (this.#part === null) return false;
    this.#part.writeNow(bytes, position);
    return true;
  }

  async keep(commitRows: () => Promise<boolean>): Promise<boolean> {
    const { place, reach, token } = this.#parts;
    try {
      const part = await this.#opened();
      await reach.watch(() => place.put(token, part));
      this.#isPut = true;
      const isKept = await commitRows();
      if (isKept) await this.#end();
      else await this.discard();
      return isKept;
    } catch (error) {
      // A commit without a response may have taken effect. Then the rows keep the file. Otherwise the sweep deletes it.
      this.#isPut = false;
      await this.discard();
      throw error;
    }
  }

  async discard(): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const { place, reach, token, log } = this.#parts;
    try {
      // A file that could not be written is not in the place. If that is unknown, the sweep checks later, because the place does
      // not respond now.
      if (this.#isPut) await reach.watch(() => place.remove(token));
    } catch (error) {
      log.warn(
        { reason: error instanceof Error ? error.message : String(error) },
        "an unused file could not be removed; it is removed later",
      );
    } finally {
      await this.#end();
    }
  }

  async #opened(): Promise<PartFile> {
    if (this.#part !== null) return this.#part;
    await this.#parts.reach.check();
    this.#part = await PartFile.create(this.#parts.dir);
    return this.#part;
  }

  async #end(): Promise<void> {
    this.#isEnded = true;
    const { log, onEnd } = this.#parts;
    try {
      await this.#part?.close();
    } catch (error) {
      log.warn({ err: error }, "a received file could not be closed");
    } finally {
      onEnd();
    }
  }
}
