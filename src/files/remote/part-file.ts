import { randomBytes } from "node:crypto";
import { writeSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorOf } from "../disk-error.ts";
import type { WholeFile } from "./object-place.ts";

const ownerOnly = { folder: 0o700, file: 0o600 };
/** The flags of the file: exclusive, for writing and reading. */
const newFileFlags = "wx+";

const cannotWrite = "A received file cannot be stored";

/** A file during its upload, on this machine's disk. It has no name there, so nothing of it stays when the process ends in any way. */
export class PartFile implements WholeFile {
  readonly #dir: string;
  readonly #handle: FileHandle;
  #bytes = 0;

  private constructor(dir: string, handle: FileHandle) {
    this.#dir = dir;
    this.#handle = handle;
  }

  /** Creates `dir` when it is missing. Several processes can share it. Rejects with FileStoreError. */
  static async create(dir: string): Promise<PartFile> {
    let handle: FileHandle | null = null;
    try {
      await mkdir(dir, { recursive: true, mode: ownerOnly.folder });
      const path = join(dir, `${randomBytes(12).toString("hex")}.part`);
      handle = await open(path, newFileFlags, ownerOnly.file);
      await rm(path);
      return new PartFile(dir, handle);
    } catch (error) {
      await handle?.close();
      throw errorOf(cannotWrite, dir, error);
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  async write(bytes: Uint8Array, position: number): Promise<void> {
    try {
      for (let from = 0; from < bytes.length; )
        from += (await this.#handle.write(bytes, from, bytes.length - from, position + from)).bytesWritten;
    } catch (error) {
      throw errorOf(cannotWrite, this.#dir, error);
    }
    this.#reach(position + bytes.length);
  }

  writeNow(bytes: Uint8Array, position: number): void {
    try {
      for (let from = 0; from < bytes.length; )
        from += writeSync(this.#handle.fd, bytes, from, bytes.length - from, position + from);
    } catch (error) {
      throw errorOf(cannotWrite, this.#dir, error);
    }
    this.#reach(position + bytes.length);
  }

  async read(target: Uint8Array, position: number): Promise<number> {
    try {
      return (await this.#handle.read(target, 0, target.length, position)).bytesRead;
    } catch (error) {
      throw errorOf("A received file cannot be read", this.#dir, error);
    }
  }

  /** Releases the bytes. */
  close(): Promise<void> {
    return this.#handle.close();
  }

  #reach(end: number): void {
    this.#bytes = Math.max(this.#bytes, end);
  }
}
