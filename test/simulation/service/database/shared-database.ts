import type { OpenedStore } from "../../../../src/app-store.ts";
import type { Log } from "../../../../src/ports/log.ts";
import type { Store } from "../../../../src/ports/store.ts";
import { StoreAwayError } from "../../../../src/ports/store-errors.ts";
import type { MemoryHub } from "../../../../src/store/memory/memory-peers.ts";
import { createMemoryHub } from "../../../../src/store/memory/memory-peers.ts";
import { createSharedMemory } from "../../../../src/store/memory/shared-memory.ts";
import { shareRows } from "../../../../src/store/shared-rows.ts";
import type { DiskParts, DiskWork, PowerLoss } from "../disk/simulated-disk.ts";
import { SimulatedIndex } from "../disk/simulated-index.ts";
import type { SimulatedProcess } from "../loop/simulated-process.ts";
import { randomUUID } from "../stand-ins/crypto.ts";

/** What is wrong with the database for a while. */
export interface DatabaseTrouble {
  /** Added to each way. */
  readonly slowMs: number;
  /** Nothing is taken or told. */
  readonly isDown: boolean;
}

export const quietDatabase: DatabaseTrouble = { slowMs: 0, isDown: false };

const wayMsMax = 2;

type SharedStore = Omit<OpenedStore, "files" | "photos">;

/**
 * In place of PostgreSQL: rows that several processes share, with locks, left work and news, as the memory store has them, whose contract
 * PostgreSQL keeps too. What was committed stays; a process that dies amid a commit does not know whether it was.
 */
export class SharedDatabase {
  trouble = quietDatabase;
  /** Of the archive: shared as well. */
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

  /** Carries out work for the process in a moment; a dead one is never answered. */
  work<Value>(process: SimulatedProcess, kind: DiskWork, path: string, act: () => Value): Promise<Value> {
    return this.#ask(process, kind, path, async () => act());
  }

  /** The store across a network: every commit takes its way there and back. */
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
