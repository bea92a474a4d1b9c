import { randomBytes } from "node:crypto";
import { writeSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../ports/clock.ts";
import type { FileStore, NewFile } from "../../ports/file-store.ts";
import { FileStoreError } from "../../ports/file-store.ts";
import type { Log } from "../../ports/log.ts";
import type { Peers } from "../../ports/peers.ts";
import { errorOf } from "../disk-error.ts";
import { isToken, tokenBytes } from "../file-paths.ts";
import { writtenTooLate } from "../file-writer.ts";
import { UnderWay } from "../under-way.ts";
import type { ObjectPlace, WholeFile } from "./object-place.ts";

export interface RemoteFilesOptions {
  /** The name of these files: `files` or `photos`. */
  readonly name: string;
  /** A folder on this machine's disk for uploads in progress. Several processes can share it. */
  readonly dir: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly peers: Peers;
  /** A file without a row after this time counts as left by a crash. Only tests set less than an hour. */
  readonly leftAfterMs?: number;
}

const hourMs = 60 * 60_000;

/** Files that several processes share, in a place that is reached over the network. */
export function createRemoteFiles(place: ObjectPlace, options: RemoteFilesOptions): FileStore {
  const { name, dir, clock, log, peers, leftAfterMs = hourMs } = options;
  const reach = new Reach(clock, () => place.probe());
  const underWay = new UnderWay();
  return {
    begin() {
      const token = randomBytes(tokenBytes).toString("base64url");
      return new RemoteWriter(token, place, reach, dir, log, underWay.begin(token));
    },
    open: async (token) => (isToken(token) ? await reach.watch(() => place.open(token)) : null),
    async remove(token) {
      if (isToken(token)) await reach.watch(() => place.remove(token));
    },
    sweep: (hasRow) =>
      reach.watch(() =>
        sweepObjects({
          place,
          peers,
          leftAfterMs,
          hasRow,
          name: `sweep of ${name}`,
          isUnderWay: (token) => underWay.has(token),
        }),
      ),
    whenQuiet: () => underWay.whenQuiet(),
  };
}

/** Renewed with every page. A killed process blocks the others at most this long. */
const leaseMs = 60_000;

interface ObjectsSweep {
  readonly place: ObjectPlace;
  readonly peers: Peers;
  /** The name of the lease. */
  readonly name: string;
  /** Younger files are not touched, because another process may be about to commit their rows. */
  readonly leftAfterMs: number;
  isUnderWay(token: string): boolean;
  hasRow(token: string): boolean | Promise<boolean>;
}

/** Deletes old files without a row. Returns their number. One process at a time does it, although several would do no harm. */
async function sweepObjects(sweep: ObjectsSweep): Promise<number> {
  const { place, peers, name, leftAfterMs, isUnderWay, hasRow } = sweep;
  if (!(await peers.lease(name, leaseMs))) return 0;
  let removed = 0;
  try {
    for await (const tokens of place.tokensOlderThan(leftAfterMs)) {
      if (!(await peers.lease(name, leaseMs))) return removed;
      for (const token of tokens) {
        if (isUnderWay(token) || (await hasRow(token))) continue;
        await place.remove(token);
        removed += 1;
      }
    }
    return removed;
  } finally {
    await peers.release(name);
  }
}

/**
 * Writes one file to a place across the network. During the upload the bytes are on the local disk, because a slow sender must not
 * hold a connection to the place. Then the complete file is sent to the place, and then its rows are committed.
 */
class RemoteWriter implements NewFile {
  readonly token: string;
  readonly #place: ObjectPlace;
  readonly #reach: Reach;
  readonly #dir: string;
  readonly #log: Log;
  readonly #onEnd: () => void;
  #opening: Promise<PartFile> | null = null;
  #part: PartFile | null = null;
  #isPut = false;
  #isEnded = false;

  /** `dir` is the folder for uploads in progress. `onEnd` is called once, when the file is stored or given up. */
  constructor(token: string, place: ObjectPlace, reach: Reach, dir: string, log: Log, onEnd: () => void) {
    this.token = token;
    this.#place = place;
    this.#reach = reach;
    this.#dir = dir;
    this.#log = log;
    this.#onEnd = onEnd;
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
    try {
      const part = await this.#opened();
      await this.#reach.watch(() => this.#place.put(this.token, part));
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
    try {
      // A file that could not be written is not in the place. If that is unknown, the sweep checks later, because the place does
      // not respond now.
      if (this.#isPut) await this.#reach.watch(() => this.#place.remove(this.token));
    } catch (error) {
      this.#log.warn(
        { reason: error instanceof Error ? error.message : String(error) },
        "an unused file could not be removed; it is removed later",
      );
    } finally {
      await this.#end();
    }
  }

  #opened(): Promise<PartFile> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<PartFile> {
    if (this.#isEnded) throw new Error(writtenTooLate);
    await this.#reach.check();
    this.#part = await PartFile.create(this.#dir);
    return this.#part;
  }

  async #end(): Promise<void> {
    this.#isEnded = true;
    try {
      // The first write may still be opening it.
      await this.#opening?.catch(() => undefined);
      await this.#part?.close();
    } catch (error) {
      this.#log.warn({ err: error }, "a received file could not be closed");
    } finally {
      this.#onEnd();
    }
  }
}

const ownerOnly = { folder: 0o700, file: 0o600 };
/** The flags of the file: exclusive, for writing and reading. */
const newFileFlags = "wx+";

const cannotWrite = "A received file cannot be stored";

/** A file during its upload, on this machine's disk. It has no name there, so nothing of it stays when the process ends in any way. */
class PartFile implements WholeFile {
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

/** A place that responded this recently is not checked again before an upload. */
const believedMs = 5_000;
/** A place that was unreachable gets no request for this time. Callers fail at once meanwhile. */
const awayMs = 1_000;

/** Whether the place of the files responds, by the outcome of the last request of any caller. */
class Reach {
  readonly #clock: Clock;
  readonly #probe: () => Promise<void>;
  #answeredAtMs = Number.NEGATIVE_INFINITY;
  #failure: { readonly error: FileStoreError; readonly atMs: number } | null = null;
  #probing: Promise<void> | null = null;

  constructor(clock: Clock, probe: () => Promise<void>) {
    this.#clock = clock;
    this.#probe = probe;
  }

  /** Call this before an upload, so that a client does not send a file in vain. Rejects with FileStoreError. */
  async check(): Promise<void> {
    if (this.#failure === null && this.#clock.nowMs() - this.#answeredAtMs < believedMs) return;
    this.#probing ??= this.watch(this.#probe).finally(() => {
      this.#probing = null;
    });
    await this.#probing;
  }

  /** Runs the request, unless the place was unreachable a moment ago, and notes the outcome. Rejects with FileStoreError. */
  async watch<Value>(task: () => Promise<Value>): Promise<Value> {
    if (this.#failure !== null && this.#clock.nowMs() - this.#failure.atMs < awayMs) throw this.#failure.error;
    try {
      const value = await task();
      this.#answeredAtMs = this.#clock.nowMs();
      this.#failure = null;
      return value;
    } catch (error) {
      if (error instanceof FileStoreError && error.fault === "away")
        this.#failure = { error, atMs: this.#clock.nowMs() };
      throw error;
    }
  }
}
