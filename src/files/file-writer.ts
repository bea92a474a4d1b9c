import { writeSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open, rename, rm } from "node:fs/promises";
import { syncFolder } from "../core/files/whole-file.ts";
import type { NewFile } from "../ports/file-store.ts";
import type { Log } from "../ports/log.ts";
import { errorOf } from "./disk-error.ts";
import type { DurableFolders } from "./durable-folders.ts";
import { filePath, incomingFolder, partPath, shardFolder } from "./file-paths.ts";

export interface FileWriterParts {
  readonly dir: string;
  readonly token: string;
  readonly folders: DurableFolders;
  readonly log: Log;
  /** Called once, when the file is stored or completely removed. */
  readonly onEnd: () => void;
}

/** The flags of the file. Exclusive, because a token is never written twice. */
const newFileFlags = "wx";
const ownerOnly = 0o600;
const cannotWrite = "A file cannot be written";

/** Writes one file to the disk: first as a part, then under its name, then its rows are committed. */
export class FileWriter implements NewFile {
  readonly token: string;
  readonly #parts: FileWriterParts;
  #handle: FileHandle | null = null;
  #isEnded = false;

  constructor(parts: FileWriterParts) {
    this.token = parts.token;
    this.#parts = parts;
  }

  async write(bytes: Uint8Array, position: number): Promise<void> {
    try {
      const handle = await this.#opened();
      for (let from = 0; from < bytes.length; ) {
        from += (await handle.write(bytes, from, bytes.length - from, position + from)).bytesWritten;
      }
    } catch (error) {
      throw errorOf(cannotWrite, this.#parts.dir, error);
    }
  }

  writeNow(bytes: Uint8Array, position: number): boolean {
    if (this.#handle === null) return false;
    try {
      for (let from = 0; from < bytes.length; ) {
        from += writeSync(this.#handle.fd, bytes, from, bytes.length - from, position + from);
      }
    } catch (error) {
      throw errorOf(cannotWrite, this.#parts.dir, error);
    }
    return true;
  }

  /** The order is the promise: bytes, name, folder, rows. */
  async keep(commitRows: () => Promise<boolean>): Promise<boolean> {
    const { dir, token, onEnd } = this.#parts;
    try {
      await this.#nameDurably(dir, token).catch((error: unknown) => {
        throw errorOf("A file cannot be stored", dir, error);
      });
      const isKept = await commitRows();
      if (!isKept) await this.discard();
      else {
        this.#isEnded = true;
        onEnd();
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
    const { dir, token, log, onEnd } = this.#parts;
    try {
      await this.#handle?.close();
      await rm(partPath(dir, token), { force: true });
      await rm(filePath(dir, token), { force: true });
    } catch (error) {
      log.warn(
        { reason: errorOf("A file cannot be removed", dir, error).message },
        "a partial file could not be removed; it is removed later",
      );
    } finally {
      onEnd();
    }
  }

  async #opened(): Promise<FileHandle> {
    if (this.#handle !== null) return this.#handle;
    const { dir, token, folders } = this.#parts;
    await folders.make(incomingFolder(dir));
    this.#handle = await open(partPath(dir, token), newFileFlags, ownerOnly);
    return this.#handle;
  }

  async #nameDurably(dir: string, token: string): Promise<void> {
    const handle = await this.#opened();
    await handle.sync();
    this.#handle = null;
    await handle.close();
    const shard = shardFolder(dir, token);
    await this.#parts.folders.make(shard);
    await rename(partPath(dir, token), filePath(dir, token));
    await syncFolder(shard);
  }
}
