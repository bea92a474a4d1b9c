import type { Log } from "../../../../../src/ports/log.ts";
import type { Store } from "../../../../../src/ports/store.ts";
import { StoreAwayError } from "../../../../../src/ports/store-errors.ts";
import type { MemoryHub } from "../../../../../src/store/memory/memory-peers.ts";
import { createMemoryHub } from "../../../../../src/store/memory/memory-peers.ts";
import { createSharedMemory } from "../../../../../src/store/memory/shared-memory.ts";
import { shareRows } from "../../../../../src/store/shared-rows.ts";
import type { DiskParts, DiskWork, PowerLoss } from "../disk/simulated-disk.ts";
import { SimulatedIndex } from "../disk/simulated-index.ts";
import type { SimulatedProcess } from "../loop/simulated-process.ts";
import { randomUUID } from "../stand-ins/crypto.ts";
import type { OpenedStore } from "./opened-store.ts";

/** The faults of the database for some time. */
export interface DatabaseTrouble {
  /** Added to the delay of each direction. */
  readonly slowMs: number;
  /** No request is accepted, and no news is sent. */
  readonly isDown: boolean;
}

export const quietDatabase: DatabaseTrouble = { slowMs: 0, isDown: false };

const wayMsMax = 2;

type SharedStore = Omit<OpenedStore, "files" | "photos">;

/**
 * Replaces PostgreSQL: rows that several processes share, with locks, left work and news. It uses the memory store, which fulfils the
 * same contract as PostgreSQL. Committed rows stay. A process that dies during a commit does not know whether the commit succeeded.
 */
export class SharedDatabase {
  trouble = quietDatabase;
  /** The rows of the archive's index, which are also shared. */
  readonly databases = new Map<string, PowerLoss>();
  readonly #parts: DiskParts;
  readonly #memory = createSharedMemory();
  #hub: MemoryHub | null = null;

  constructor(parts: DiskParts) {
    this.#parts = parts;
  }

  async open(process: SimulatedProcess, log: Log): Promise<SharedStore> {
    const { databaseClock: clock } = process;
    this.#hub ??= createMemoryHub({ clock: this.#ownClock(), log });
    const peers = this.#hub.join(process.name);
    process.onDeath(() => peers.die());
    process.onFrost((isFrozen) => (isFrozen ? peers.freeze() : peers.thaw()));
    await peers.start();
    const { store, leftWork } = this.#memory.open(
      process.name,
      () => peers.living(),
      () => clock.nowMs(),
    );
    const shared = shareRows(this.#reached(process, store), peers);
    return {
      ...{ leftWork, peers, clock, store: shared.store, rowNews: shared.news },
      archiveIndex: new SimulatedIndex(this, process, randomUUID),
      processId: peers.id,
    };
  }

  /** Executes work for the process after a short delay. A dead process never gets a response. */
  work<Value>(process: SimulatedProcess, kind: DiskWork, path: string, act: () => Value): Promise<Value> {
    return this.#ask(process, kind, path, async () => act());
  }

  /** Returns the store as seen across a network: each commit has a delay in both directions. */
  #reached(process: SimulatedProcess, store: Store): Store {
    return {
      ...store,
      commit: (needs, apply) => this.#ask(process, "write", "commit", () => store.commit(needs, apply)),
    };
  }

  #ask<Value>(process: SimulatedProcess, kind: DiskWork, path: string, act: () => Promise<Value>): Promise<Value> {
    const { watch } = this.#parts;
    return new Promise((resolve, reject) => {
      this.#way(process, () => {
        watch(process, kind, false);
        if (process.isDead) return;
        if (this.trouble.isDown) {
          reject(new StoreAwayError(`The database cannot be reached: ${path}`));
          return;
        }
        act().then(
          (value) => {
            watch(process, kind, true);
            this.#way(process, () => resolve(value));
          },
          (error: Error) => this.#way(process, () => reject(error)),
        );
      });
    });
  }

  #way(process: SimulatedProcess, arrive: () => void): void {
    const { time, random } = this.#parts;
    time.after(random.between(0, wayMsMax) + random.next() * this.trouble.slowMs, () => process.enter(arrive));
  }

  #ownClock() {
    const { time } = this.#parts;
    return { nowMs: () => Math.floor(time.nowMs), wakeAt: (atMs: number, wake: () => void) => time.at(atMs, wake) };
  }
}
