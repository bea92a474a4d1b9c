import type { Clock, Wake } from "../../ports/clock.ts";
import type { Peers } from "../../ports/peers.ts";
import type { RowNews } from "../../ports/row-news.ts";
import type { DurableRows, Key, Row, ScannedRows, ScanRange, TableName } from "../../ports/store.ts";
import type { KeyedRow } from "./damaged-rows.ts";
import { keyPages, undamagedLater } from "./damaged-rows.ts";

/** Data of a table that a part of the service keeps in memory, with the functions that update it. */
export interface KeptRows<Table extends TableName> {
  /** The rows that it keeps; absent: all rows of the table. */
  readonly range?: Pick<ScanRange<Table>, "after" | "until">;
  /** The same test for one row; needed where there is a range. */
  isKept?(key: Key<Table>): boolean;
  /** Takes the stored row; `undefined` where it is missing or damaged. The caller waits for a returned promise. */
  take(key: Key<Table>, row: Row<Table> | undefined): void | Promise<void>;
  /** Takes all stored rows: a row that is not among them does not exist any more. */
  takeAll(rows: readonly KeyedRow<Table>[]): void | Promise<void>;
}

/** The rows of one part. In a process that is alone on its store it does nothing. */
export interface Freshness<Table extends TableName> {
  /**
   * Call it when this process wrote the rows, or received news of them. Resolves when the stored rows were taken, or could not be
   * read yet.
   */
  changed(keys: readonly Key<Table>[]): Promise<void>;
  /** Resolves when all stored rows were taken; rejects with a StoreError when they cannot be read. */
  catchUp(): Promise<void>;
}

/**
 * Rows in memory that other processes may write. Reads of one table run one after another, so that no older state replaces a newer
 * one.
 */
export interface FreshRows {
  /** Whether no other process writes: then each part only takes its own changes. */
  readonly isAlone: boolean;
  keep<Table extends TableName>(table: Table, kept: KeptRows<Table>): Freshness<Table>;
  /** The same for every part that keeps rows: a decision after it sees everything that was stored before the call. */
  catchUp(): Promise<void>;
  /** Whether news were lost, and the stored rows are being reread for that reason. */
  isReloading(): boolean;
  /** Stops the automatic reads. */
  stop(): void;
}

export interface FreshRowsParts {
  readonly store: DurableRows & ScannedRows;
  readonly rowNews: RowNews;
  readonly peers: Peers;
  readonly clock: Clock;
}

const rowsAtOnce = 1_000;
/** The delay before the retry of a failed read. */
const againAfterMs = 1_000;

const nothing: Freshness<never> = { changed: async () => undefined, catchUp: async () => undefined };

/** For a process that is alone on its store. */
export const ownRows: FreshRows = {
  isAlone: true,
  keep: () => nothing,
  catchUp: async () => undefined,
  isReloading: () => false,
  stop: () => undefined,
};

export function createFreshRows(parts: FreshRowsParts): FreshRows {
  if (parts.peers.isAlone) return ownRows;
  const readings: Reading<never>[] = [];
  let reloading = 0;
  const reload = async (reading: Pick<Freshness<never>, "catchUp">): Promise<void> => {
    reloading += 1;
    // A read that fails is retried later; the rest of the store cannot be read either.
    await reading.catchUp().catch(() => undefined);
    reloading -= 1;
  };
  return {
    isAlone: false,
    keep(table, kept) {
      const reading = new Reading(table, kept, parts);
      readings.push(reading as Reading<never>);
      parts.rowNews.watch(table, {
        ...(kept.isKept === undefined ? {} : { isWatched: kept.isKept }),
        changed: (key) => void reading.changed([key]),
        reload: () => void reload(reading),
      });
      return reading;
    },
    catchUp: async () => {
      await Promise.all(readings.map((reading) => reading.catchUp()));
    },
    isReloading: () => reloading > 0,
    stop() {
      for (const reading of readings) reading.stop();
    },
  };
}

interface Waiting {
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

class Reading<Table extends TableName> implements Freshness<Table> {
  readonly #table: Table;
  readonly #kept: KeptRows<Table>;
  readonly #parts: FreshRowsParts;
  #keys = new Map<string, Key<Table>>();
  #isAllWanted = false;
  #waiting: Waiting[] = [];
  #isReading = false;
  #isStopped = false;
  #again: Wake | null = null;

  constructor(table: Table, kept: KeptRows<Table>, parts: FreshRowsParts) {
    this.#table = table;
    this.#kept = kept;
    this.#parts = parts;
  }

  changed(keys: readonly Key<Table>[]): Promise<void> {
    for (const key of keys) this.#keys.set(JSON.stringify(key), key);
    return this.#read().catch(() => undefined);
  }

  catchUp(): Promise<void> {
    this.#isAllWanted = true;
    return this.#read();
  }

  stop(): void {
    this.#isStopped = true;
    this.#again?.cancel();
  }

  #read(): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ done, failed });
      if (!this.#isReading) void this.#readOn();
    });
  }

  /** Each round reads the requests from before it began. */
  async #readOn(): Promise<void> {
    this.#isReading = true;
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting.splice(0);
      const keys = this.#keys;
      const isAll = this.#isAllWanted;
      this.#keys = new Map();
      this.#isAllWanted = false;
      try {
        await (isAll ? this.#readAll() : this.#readRows([...keys.values()]));
        for (const { done } of waiting) done();
      } catch (error) {
        for (const [name, key] of keys) this.#keys.set(name, key);
        this.#isAllWanted ||= isAll;
        for (const { failed } of waiting) failed(error);
        this.#readAgain();
      }
    }
    this.#isReading = false;
  }

  async #readRows(keys: readonly Key<Table>[]): Promise<void> {
    const { durable } = this.#parts.store;
    const rows = await Promise.all(keys.map((key) => undamagedLater(() => durable.read(this.#table, key))));
    await Promise.all(keys.map((key, index) => this.#kept.take(key, rows[index])));
  }

  async #readAll(): Promise<void> {
    const rows: KeyedRow<Table>[] = [];
    const range = { ...this.#kept.range, limit: rowsAtOnce };
    for await (const page of keyPages(this.#parts.store, this.#table, range)) rows.push(...page);
    await this.#kept.takeAll(rows);
  }

  #readAgain(): void {
    if (this.#isStopped) return;
    const { clock } = this.#parts;
    this.#again?.cancel();
    this.#again = clock.wakeAt(clock.nowMs() + againAfterMs, () => void this.#read().catch(() => undefined));
  }
}
