import { writeSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open, rename, rm } from "node:fs/promises";
import { syncFolder } from "../core/files/whole-file.ts";
import type { NewFile } from "../ports/file-store.ts";
import type { Log } from "../ports/log.ts";
import { errorOf } from "./disk-error.ts";
import type { DurableFolders } from "./durable-folders.ts";
import { filePath, incomingFolder, partPath, shardFolder } from "./file-paths.ts";

/** The flags of the file. Exclusive, because a token is never written twice. */
const newFileFlags = "wx";
const ownerOnly = 0o600;
const cannotWrite = "A file cannot be written";
export const writtenTooLate = "Expected bytes of a file before its end, got some after it";

/** Writes one file to the disk: first as a part, then under its name, then its rows are committed. */
export class FileWriter implements NewFile {
  readonly token: string;
  readonly #dir: string;
  readonly #folders: DurableFolders;
  readonly #log: Log;
  readonly #onEnd: () => void;
  #opening: Promise<FileHandle> | null = null;
  #handle: FileHandle | null = null;
  #isEnded = false;

  /** `onEnd` is called once, when the file is stored or completely removed. */
  constructor(dir: string, token: string, folders: DurableFolders, log: Log, onEnd: () => void) {
    this.token = token;
    this.#dir = dir;
    this.#folders = folders;
    this.#log = log;
    this.#onEnd = onEnd;
  }

  async write(bytes: Uint8Array, position: number): Promise<void> {
    try {
      const handle = await this.#opened();
      for (let from = 0; from < bytes.length; ) {
        from += (await handle.write(bytes, from, bytes.length - from, position + from)).bytesWritten;
      }
    } catch (error) {
      throw errorOf(cannotWrite, this.#dir, error);
    }
  }

  writeNow(bytes: Uint8Array, position: number): boolean {
    if (this.#handle === null) return false;
    try {
      for (let from = 0; from < bytes.length; ) {
        from += writeSync(this.#handle.fd, bytes, from, bytes.length - from, position + from);
      }
    } catch (error) {
      throw errorOf(cannotWrite, this.#dir, error);
    }
    return true;
  }

  /** The order is the promise: bytes, name, folder, rows. */
  async keep(commitRows: () => Promise<boolean>): Promise<boolean> {
    try {
      await this.#nameDurably().catch((error: unknown) => {
        throw errorOf("A file cannot be stored", this.#dir, error);
      });
      const isKept = await commitRows();
      if (!isKept) await this.discard();
      else {
        this.#isEnded = true;
        this.#onEnd();
      }
      return isKept;
    } catch (error) {
      await this.discard();
      throw error;
    }
  }

  async discard(): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    try {
      // The first write may still be opening it.
      await this.#opening?.catch(() => undefined);
      await this.#handle?.close();
      await rm(partPath(this.#dir, this.token), { force: true });
      await rm(filePath(this.#dir, this.token), { force: true });
    } catch (error) {
      this.#log.warn(
        { reason: errorOf("A file cannot be removed", this.#dir, error).message },
        "a partial file could not be removed; it is removed later",
      );
    } finally {
      this.#onEnd();
    }
  }

  #opened(): Promise<FileHandle> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<FileHandle> {
    if (this.#isEnded) throw new Error(writtenTooLate);
    await this.#folders.make(incomingFolder(this.#dir));
    this.#handle = await open(partPath(this.#dir, this.token), newFileFlags, ownerOnly);
    return this.#handle;
  }

  async #nameDurably(): Promise<void> {
    const handle = await this.#opened();
    await handle.sync();
    this.#handle = null;
    await handle.close();
    const shard = shardFolder(this.#dir, this.token);
    await this.#folders.make(shard);
    await rename(partPath(this.#dir, this.token), filePath(this.#dir, this.token));
    await syncFolder(shard);
  }
}
