import type { Result } from "../../../../../src/core/result.ts";
import { ok } from "../../../../../src/core/result.ts";
import type { ArchiveIndex, IndexChange, IndexQuestion } from "../../../../../src/ports/archive-index.ts";
import type { IndexState, SearchFound } from "../../../../../workers/archive/archive.types.ts";
import type { Random } from "../loop/random.ts";
import type { SimulatedProcess } from "../loop/simulated-process.ts";
import type { PowerLoss, SimulatedDisk } from "./simulated-disk.ts";

/** The part of an archive's index that is on the disk. Each change is on the disk before its response. */
export class StoredIndex implements PowerLoss {
  state: IndexState | null = null;
  readonly chats = new Map<number, number>();

  losePower(_random: Random): void {
    // Changes are atomic and synced. Changes that were in progress are lost.
  }
}

/** A disk, or its replacement. */
type IndexPlace = Pick<SimulatedDisk, "databases" | "work">;

const indexPath = "/archive";

/** Replaces the index that only worker threads open. This index knows which chats it contains, but none of their words. */
export class SimulatedIndex implements ArchiveIndex {
  readonly #disk: IndexPlace;
  readonly #process: SimulatedProcess;
  readonly #newId: () => string;

  constructor(disk: IndexPlace, process: SimulatedProcess, newId: () => string) {
    this.#disk = disk;
    this.#process = process;
    this.#newId = newId;
    if (this.#disk.databases.get(indexPath) === undefined) this.#disk.databases.set(indexPath, new StoredIndex());
  }

  async isBegun(): Promise<boolean> {
    return this.#stored.state !== null;
  }

  open(): Promise<IndexState> {
    return this.change({ take: [], forget: [] });
  }

  change({ take, forget, rebuiltDownTo }: IndexChange): Promise<IndexState> {
    return this.#disk.work(this.#process, "sync", indexPath, () => {
      const { state: before, chats } = this.#stored;
      if (before !== null && take.length + forget.length === 0 && rebuiltDownTo === undefined) return before;
      for (const number of forget) chats.delete(number);
      for (const { chatNumber, closedAtMs } of take) chats.set(chatNumber, closedAtMs);
      const { id, changes, rebuiltDownTo: known } = before ?? { id: this.#newId(), changes: 0, rebuiltDownTo: null };
      const state = { id, changes: changes + 1, rebuiltDownTo: rebuiltDownTo ?? known };
      this.#stored.state = state;
      return state;
    });
  }

  async search(_question: IndexQuestion): Promise<Result<SearchFound>> {
    return ok({ chatNumbers: [...this.#stored.chats.keys()].sort((one, other) => other - one), next: null });
  }

  async replace(): Promise<void> {
    this.#stored.state = null;
    this.#stored.chats.clear();
  }

  async close(): Promise<void> {
    // Nothing to stop.
  }

  get #stored(): StoredIndex {
    const stored = this.#disk.databases.get(indexPath);
    if (stored instanceof StoredIndex) return stored;
    throw new Error(`Expected the archive's index at ${indexPath}`);
  }
}
