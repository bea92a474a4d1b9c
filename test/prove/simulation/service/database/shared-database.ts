import type { Nodes } from "../../../../../src/app/open-store.ts";
import type { Clock } from "../../../../../src/ports/clock.ts";
import type { Log } from "../../../../../src/ports/log.ts";
import type { Store } from "../../../../../src/ports/store.ts";
import { StoreAwayError } from "../../../../../src/ports/store-errors.ts";
import { shareRows } from "../../../../../src/store/shared-rows.ts";
import type { MemoryHub } from "../../../../harness/memory-store/memory-peers.ts";
import { createMemoryHub } from "../../../../harness/memory-store/memory-peers.ts";
import { createSharedMemory } from "../../../../harness/memory-store/shared-memory.ts";
import type { DiskParts, DiskWork, PowerLoss } from "../disk/simulated-disk.ts";
import { SimulatedIndex } from "../disk/simulated-index.ts";
import type { SimulatedProcess } from "../loop/simulated-process.ts";
import { randomUUID } from "../stand-ins/crypto.ts";

/** The faults of the database for some time. */
export interface DatabaseTrouble {
  /** Added to the delay of each direction. */
  readonly slowMs: number;
  /** No request is accepted, and no news is sent. */
  readonly isDown: boolean;
  /** No commit is answered before the trouble ends: a lost standby. Half of these commits are done all the same, and some callers never learn it. */
  readonly hangs: boolean;
}

export const quietDatabase: DatabaseTrouble = { slowMs: 0, isDown: false, hangs: false };
/** The share of the commits that hung whose connection is lost in the end. */
const lostShare = 0.2;

const wayMsMax = 2;

interface SharedStore {
  readonly store: Store;
  readonly archiveIndex: SimulatedIndex;
  readonly nodes: Nodes;
  readonly clock: Clock;
}

/**
 * Replaces PostgreSQL: rows that several processes share, with locks, left work and news. It uses the memory store, which fulfils the
 * same contract as PostgreSQL. Committed rows stay. A process that dies during a commit does not know whether the commit succeeded.
 */
export class SharedDatabase {
  /** The rows of the archive's index, which are also shared. */
  readonly databases = new Map<string, PowerLoss>();
  readonly #parts: DiskParts;
  readonly #memory = createSharedMemory();
  #hub: MemoryHub | null = null;
  #trouble = quietDatabase;
  /** Commits that wait for the end of the trouble. */
  #hanging: (() => void)[] = [];

  constructor(parts: DiskParts) {
    this.#parts = parts;
  }

  get isDown(): boolean {
    return this.#trouble.isDown;
  }

  set trouble(trouble: DatabaseTrouble) {
    this.#trouble = trouble;
    if (!trouble.hangs) for (const goOn of this.#hanging.splice(0)) goOn();
  }

  async open(process: SimulatedProcess, log: Log): Promise<SharedStore> {
    const { databaseClock: clock } = process;
    this.#hub ??= createMemoryHub({ clock: this.#ownClock(), log });
    const peers = this.#hub.join(process.name);
    process.onDeath(() => peers.die());
    process.onFrost((isFrozen) => (isFrozen ? peers.freeze() : peers.thaw()));
    await peers.start();
    const { store, leftWork } = this.#memory.open(peers, () => clock.nowMs());
    const shared = shareRows(this.#reached(process, store), peers);
    return {
      store: shared.store,
      archiveIndex: new SimulatedIndex(this, process, randomUUID),
      nodes: { processId: peers.id, peers, rowNews: shared.news, leftWork, health: null },
      clock,
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
      commit: (needs, apply) =>
        this.#ask(process, "write", "commit", async () => {
          const hangs = this.#trouble.hangs;
          const isDoneFirst = hangs && this.#parts.random.chance(0.5);
          if (isDoneFirst) await store.commit(needs, apply);
          if (hangs) await new Promise<void>((resolve) => this.#hanging.push(resolve));
          // The database ends the connection of a process that has died.
          if (process.isDead) return;
          if (hangs && this.#parts.random.chance(lostShare))
            throw new StoreAwayError("The connection was lost: commit");
          if (!isDoneFirst) await store.commit(needs, apply);
        }),
    };
  }

  #ask<Value>(process: SimulatedProcess, kind: DiskWork, path: string, act: () => Promise<Value>): Promise<Value> {
    const { watch } = this.#parts;
    return new Promise((resolve, reject) => {
      this.#way(process, () => {
        watch(process, kind, false);
        if (process.isDead) return;
        if (this.#trouble.isDown) {
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
    time.after(random.between(0, wayMsMax) + random.next() * this.#trouble.slowMs, () => process.enter(arrive));
  }

  #ownClock() {
    const { time } = this.#parts;
    return { nowMs: () => Math.floor(time.nowMs), wakeAt: (atMs: number, wake: () => void) => time.at(atMs, wake) };
  }
}
