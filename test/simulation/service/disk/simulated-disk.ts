import type { Random } from "../loop/random.ts";
import type { SimulatedProcess } from "../loop/simulated-process.ts";
import type { SimulatedTime } from "../loop/simulated-time.ts";
import type { Named } from "./tree.ts";
import { forgetUnsynced, NameJournal, SimulatedFile, SimulatedFolder } from "./tree.ts";

/** What the disk is asked for: reading, writing bytes, changing names, and having it all on the disk. */
export type DiskWork = "read" | "write" | "name" | "sync";

/** What is wrong with a disk for a while. */
export interface DiskTrouble {
  /** Added to each piece of work. */
  readonly slowMs: number;
  /** The work that fails in this share, with this code. */
  readonly fails: readonly DiskWork[];
  readonly share: number;
  readonly code: "EIO" | "ENOSPC" | "EROFS";
  /** Writes that do only a part of what they were asked for. */
  readonly shortShare: number;
}

export const noTrouble: DiskTrouble = { slowMs: 0, fails: [], share: 0, code: "EIO", shortShare: 0 };

/** Told of each piece of work, before and after it is done; it may kill the process there. */
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

/** Rows that lie on the disk in a form of their own, such as those of an embedded database. */
export interface PowerLoss {
  losePower(random: Random): void;
}

/** The disk of one machine: names, bytes, what is durable of both, and its moods. */
export class SimulatedDisk {
  trouble = noTrouble;
  readonly databases = new Map<string, PowerLoss>();
  /** The power fails at this moment: what is written now is not all written. */
  isFailing = false;
  readonly #parts: DiskParts;
  readonly #root = new SimulatedFolder();
  readonly #journal = new NameJournal();
  /** Work of processes that live, which the system may carry out still when they are killed. */
  readonly #inHand = new Set<{ readonly process: SimulatedProcess; readonly act: () => unknown }>();

  constructor(parts: DiskParts) {
    this.#parts = parts;
  }

  /** Carries the work out in a moment, or later on a slow disk, for the process that asks; a dead one is never answered. */
  work<Value>(process: SimulatedProcess, kind: DiskWork, path: string, act: () => Value): Promise<Value> {
    const { time, random, watch } = this.#parts;
    return new Promise((resolve, reject) => {
      if (process.isDead) return;
      const job = { process, act };
      // A process that ends here has asked for it: the work may be done, in part where the power fails.
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

  /** The same at once, for calls that do not wait. Throws. */
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

  /** How much of so many bytes a write takes. */
  takenOf(bytes: number): number {
    const { random } = this.#parts;
    return bytes > 1 && random.chance(this.trouble.shortShare) ? random.between(1, bytes - 1) : bytes;
  }

  /** What the killed process had asked for is carried out, or not. */
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

  /** `undefined` when there is no such thing. Throws ENOTDIR for what is said to be below a file. */
  find(path: string): Named | undefined {
    let found: Named | undefined = this.#root;
    for (const name of partsOf(path)) {
      if (found?.isFolder === false) throw new DiskError("ENOTDIR", path);
      found = found?.names.get(name);
    }
    return found;
  }

  /** Throws ENOENT and its like. */
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

  /** The first folder that was made, as the system's call answers. */
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

  /** Throws EEXIST when there is something. */
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
      // Nobody knows what a write that failed has left.
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
    // Nobody is left to be told.
  }
}

const partsOf = (path: string): string[] => path.split("/").filter((part) => part !== "" && part !== ".");
