import type { Random } from "../loop/random.ts";

/** The size of an atomic write: after a power failure, each sector of an unsynced write is on the disk or lost. */
const sectorBytes = 512;

interface PendingWrite {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** A file: the content that every process reads, and the content that is left after a power failure. */
export class SimulatedFile {
  readonly isFolder = false;
  data = new Uint8Array(0);
  #durable = new Uint8Array(0);
  #pending: PendingWrite[] = [];

  get size(): number {
    return this.data.length;
  }

  write(at: number, bytes: Uint8Array): void {
    const copy = Uint8Array.from(bytes);
    this.data = put(this.data, at, copy);
    this.#pending.push({ at, bytes: copy });
  }

  /** Makes all written bytes durable. */
  sync(): void {
    for (const { at, bytes } of this.#pending.splice(0)) this.#durable = put(this.#durable, at, bytes);
  }

  /** Returns to the content on the disk. Of each unsynced write, any of its sectors may survive. */
  losePower(random: Random): void {
    for (const { at, bytes } of this.#pending.splice(0)) {
      const share = random.pick([0, 0.5, 0.5, 1]);
      for (let from = 0; from < bytes.length; ) {
        const to = Math.min(bytes.length, from + sectorBytes - ((at + from) % sectorBytes));
        if (random.chance(share)) this.#durable = put(this.#durable, at + from, bytes.subarray(from, to));
        from = to;
      }
    }
    this.data = Uint8Array.from(this.#durable);
  }
}

/** A folder, with the names that every process sees. */
export class SimulatedFolder {
  readonly isFolder = true;
  names = new Map<string, SimulatedFile | SimulatedFolder>();
  durable = new Map<string, SimulatedFile | SimulatedFolder>();
}

export type Named = SimulatedFile | SimulatedFolder;

/** One change of names. Its parts happen together or not at all. */
interface NameChange {
  readonly folder: SimulatedFolder;
  readonly name: string;
  readonly now: Named | null;
}

/**
 * The names of a disk. Changes of names reach the disk in their order, as in a file system with a journal. A sync of a folder also makes
 * all earlier changes of names durable.
 */
export class NameJournal {
  #pending: (readonly NameChange[])[] = [];

  change(changes: readonly NameChange[]): void {
    for (const { folder, name, now } of changes) {
      if (now === null) folder.names.delete(name);
      else folder.names.set(name, now);
    }
    this.#pending.push(changes);
  }

  syncFolder(folder: SimulatedFolder): void {
    const last = this.#pending.findLastIndex((changes) => changes.some((change) => change.folder === folder));
    this.#keep(last + 1);
  }

  losePower(random: Random): void {
    if (this.#pending.length > 0) this.#keep(random.between(0, this.#pending.length));
    this.#pending = [];
  }

  #keep(count: number): void {
    for (const changes of this.#pending.splice(0, count)) {
      for (const { folder, name, now } of changes) {
        if (now === null) folder.durable.delete(name);
        else folder.durable.set(name, now);
      }
    }
  }
}

/** Returns every folder and file below this folder to the content on the disk. */
export function forgetUnsynced(folder: SimulatedFolder, random: Random): void {
  folder.names = new Map(folder.durable);
  for (const named of folder.names.values()) {
    if (named.isFolder) forgetUnsynced(named, random);
    else named.losePower(random);
  }
}

function put(whole: Uint8Array<ArrayBuffer>, at: number, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const size = at + bytes.length;
  let target = whole;
  if (size > whole.length) {
    target = new Uint8Array(size);
    target.set(whole);
  }
  target.set(bytes, at);
  return target;
}
