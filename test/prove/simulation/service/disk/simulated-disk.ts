import type { Random } from "../loop/random.ts";
import type { SimulatedProcess } from "../loop/simulated-process.ts";
import type { SimulatedTime } from "../loop/simulated-time.ts";
import type { Named } from "./tree.ts";
import { forgetUnsynced, NameJournal, SimulatedFile, SimulatedFolder } from "./tree.ts";

/** The kinds of disk work: read bytes, write bytes, change names, sync. */
export type DiskWork = "read" | "write" | "name" | "sync";

/** The faults of a disk for some time. */
export interface DiskTrouble {
  /** Added to the time of each operation. */
  readonly slowMs: number;
  /** The kinds of work that fail. The share `share` of this work fails with the error code `code`. */
  readonly fails: readonly DiskWork[];
  readonly share: number;
  readonly code: "EIO" | "ENOSPC" | "EROFS";
  /** The share of writes that write only a part of their bytes. */
  readonly shortShare: number;
}

export const noTrouble: DiskTrouble = { slowMs: 0, fails: [], share: 0, code: "EIO", shortShare: 0 };

/** Called for each operation, before and after it is done. The callback may kill the process at this point. */
export type DiskWatch = (process: SimulatedProcess, work: DiskWork, isDone: boolean) => void;

export class DiskError extends Error {
  readonly code: string;

  constructor(code: string, path: string) {
    super(`${code}: ${path}`);
    this.code = code;
  }
}

export interface DiskParts {
  readonly time: SimulatedTime;
  readonly random: Random;
  readonly watch: DiskWatch;
}

/** Stored rows in a separate format, such as the rows of an embedded database. */
export interface PowerLoss {
  losePower(random: Random): void;
}

/** The disk of one machine: names and bytes, the durable part of both, and the disk's faults. */
export class SimulatedDisk {
  trouble = noTrouble;
  readonly databases = new Map<string, PowerLoss>();
  /** True while the power fails. A write at this moment is incomplete. */
  isFailing = false;
  readonly #parts: DiskParts;
  readonly #root = new SimulatedFolder();
  readonly #journal = new NameJournal();
  /** Pending work of living processes. The system may still execute this work after the process is killed. */
  readonly #inHand = new Set<{ readonly process: SimulatedProcess; readonly act: () => unknown }>();

  constructor(parts: DiskParts) {
    this.#parts = parts;
  }

  /** Executes the work for the process after a short delay, or later on a slow disk. A dead process never gets a response. */
  work<Value>(process: SimulatedProcess, kind: DiskWork, path: string, act: () => Value): Promise<Value> {
    const { time, random, watch } = this.#parts;
    return new Promise((resolve, reject) => {
      if (process.isDead) return;
      const job = { process, act };
      // If the process ends at this point, the requested work may still be done, or only a part of it if the power fails.
      this.#inHand.add(job);
      watch(process, kind, false);
      if (process.isDead) return;
      time.after(this.trouble.slowMs * random.next() + (random.chance(0.2) ? random.between(0, 3) : 0), () => {
        if (!this.#inHand.delete(job)) return;
        const outcome = this.#outcomeOf(kind, path, act);
        watch(process, kind, true);
        process.enter(() => (outcome.error === null ? resolve(outcome.value as Value) : reject(outcome.error)));
      });
    });
  }

  /** Executes the work at once, for synchronous calls. Throws the work's error. */
  workNow<Value>(process: SimulatedProcess, kind: DiskWork, path: string, act: () => Value): Value {
    if (process.isDead) throw new DiskError("EIO", path);
    const { watch } = this.#parts;
    watch(process, kind, false);
    if (process.isDead) throw new DiskError("EIO", path);
    const outcome = this.#outcomeOf(kind, path, act);
    watch(process, kind, true);
    if (outcome.error !== null) throw outcome.error;
    return outcome.value as Value;
  }

  /** Returns how many of these bytes a write accepts. */
  takenOf(bytes: number): number {
    const { random } = this.#parts;
    return bytes > 1 && random.chance(this.trouble.shortShare) ? random.between(1, bytes - 1) : bytes;
  }

  /** Executes or drops each pending operation of the killed process, at random. */
  processKilled(process: SimulatedProcess): void {
    const { random } = this.#parts;
    for (const job of this.#inHand) {
      if (job.process !== process) continue;
      this.#inHand.delete(job);
      if (random.chance(0.5)) carryOut(job.act);
    }
  }

  losePower(): void {
    const { random } = this.#parts;
    this.isFailing = true;
    for (const { act } of this.#inHand) if (random.chance(0.8)) carryOut(act);
    this.isFailing = false;
    this.#inHand.clear();
    this.#journal.losePower(random);
    forgetUnsynced(this.#root, random);
    for (const database of this.databases.values()) database.losePower(random);
  }

  /** Returns `undefined` when there is no such file or folder. Throws ENOTDIR for a path below a file. */
  find(path: string): Named | undefined {
    let found: Named | undefined = this.#root;
    for (const name of partsOf(path)) {
      if (found?.isFolder === false) throw new DiskError("ENOTDIR", path);
      found = found?.names.get(name);
    }
    return found;
  }

  /** Throws an error such as ENOENT. */
  folder(path: string): SimulatedFolder {
    const found = this.find(path);
    if (found === undefined) throw new DiskError("ENOENT", path);
    if (!found.isFolder) throw new DiskError("ENOTDIR", path);
    return found;
  }

  file(path: string): SimulatedFile {
    const found = this.find(path);
    if (found === undefined) throw new DiskError("ENOENT", path);
    if (found.isFolder) throw new DiskError("EISDIR", path);
    return found;
  }

  create(path: string): SimulatedFile {
    const file = new SimulatedFile();
    this.#journal.change([{ ...this.#place(path), now: file }]);
    return file;
  }

  /** Returns the first folder that was created, as the system's call does. */
  makeFolders(path: string): string | undefined {
    let made: string | undefined;
    let at = "";
    const parts = partsOf(path);
    for (const name of parts) {
      at += `/${name}`;
      const found = this.find(at);
      if (found?.isFolder === false && at === `/${parts.join("/")}`) throw new DiskError("EEXIST", at);
      if (found !== undefined) continue;
      this.#journal.change([{ ...this.#place(at), now: new SimulatedFolder() }]);
      made ??= at;
    }
    return made;
  }

  /** Throws EEXIST when the path exists. */
  makeFolder(path: string): void {
    if (this.find(path) !== undefined) throw new DiskError("EEXIST", path);
    this.#journal.change([{ ...this.#place(path), now: new SimulatedFolder() }]);
  }

  rename(from: string, to: string): void {
    const named = this.find(from);
    if (named === undefined) throw new DiskError("ENOENT", from);
    const replaced = this.find(to);
    if (replaced === named) return;
    if (replaced?.isFolder && !named.isFolder) throw new DiskError("EISDIR", to);
    if (replaced?.isFolder && replaced.names.size > 0) throw new DiskError("ENOTEMPTY", to);
    if (replaced?.isFolder === false && named.isFolder) throw new DiskError("ENOTDIR", to);
    this.#journal.change([
      { ...this.#place(from), now: null },
      { ...this.#place(to), now: named },
    ]);
  }

  remove(path: string): void {
    if (this.find(path) === undefined) throw new DiskError("ENOENT", path);
    this.#journal.change([{ ...this.#place(path), now: null }]);
  }

  syncFolder(folder: SimulatedFolder): void {
    this.#journal.syncFolder(folder);
  }

  #place(path: string): { readonly folder: SimulatedFolder; readonly name: string } {
    const parts = partsOf(path);
    const name = parts.pop();
    if (name === undefined) throw new DiskError("EBUSY", path);
    return { folder: this.folder(parts.join("/")), name };
  }

  #outcomeOf<Value>(kind: DiskWork, path: string, act: () => Value): { value: Value | null; error: Error | null } {
    const { fails, share, code } = this.trouble;
    const { random } = this.#parts;
    if (fails.includes(kind) && random.chance(share)) {
      // A failed write may have written its bytes or not.
      if (kind === "write" && random.chance(0.5)) carryOut(act);
      return { value: null, error: new DiskError(code, path) };
    }
    try {
      return { value: act(), error: null };
    } catch (error) {
      return { value: null, error: error instanceof Error ? error : new Error(String(error)) };
    }
  }
}

function carryOut(act: () => unknown): void {
  try {
    act();
  } catch {
    // Ignored: the caller is dead, or already gets another error.
  }
}

const partsOf = (path: string): string[] => path.split("/").filter((part) => part !== "" && part !== ".");
