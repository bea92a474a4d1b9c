import type {
  CommitNeeds,
  Key,
  LockedRows,
  Row,
  ScanEntry,
  ScanRange,
  Store,
  StoredRows,
  TableName,
  Write,
} from "../../ports/store.ts";
import { StoreError } from "../../ports/store-errors.ts";
import { onlyNeeded } from "../needed-rows.ts";
import { BatchedReads } from "./batched-reads.ts";
import { CommitQueue } from "./commit/commit-queue.ts";
import { NumberSequences } from "./commit/number-sequences.ts";
import { PendingCommit } from "./commit/pending-commit.ts";
import type { Database } from "./database.ts";
import { scanTable } from "./scan-table.ts";

export interface PostgresStoreParts {
  readonly database: Database;
  /** Returns the id stored as the owner of new deadlines and tells. It changes when the peers declare this process lost. */
  readonly nodeId: () => string;
  /** Treats a read of an unnamed row inside a commit as a defect. */
  readonly checksNeeds: boolean;
}

/** A store that several processes share. It keeps no row in memory after a transaction. */
export class PostgresStore implements Store {
  readonly durable: StoredRows = { read: (table, key) => this.#readDurable(table, key) };
  readonly #parts: PostgresStoreParts;
  readonly #reads: BatchedReads;
  readonly #queue: CommitQueue;
  #closing: Promise<void> | null = null;
  #isClosed = false;

  constructor(parts: PostgresStoreParts) {
    const { database, nodeId } = parts;
    this.#parts = parts;
    this.#reads = new BatchedReads(database);
    this.#queue = new CommitQueue(database, { sequences: new NumberSequences(database), nodeId });
  }

  commit(needs: CommitNeeds, apply: (rows: LockedRows) => readonly Write[]): Promise<void> {
    if (this.#closing !== null) return Promise.reject(this.#closedError());
    try {
      const checked = (rows: LockedRows): readonly Write[] => apply(onlyNeeded(rows, needs));
      const commit = new PendingCommit(needs, this.#parts.checksNeeds ? checked : apply);
      this.#queue.add(commit);
      return commit.done;
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async read<Table extends TableName>(table: Table, key: Key<Table>): Promise<Row<Table> | undefined> {
    await this.#queue.whenEnded();
    return this.#readDurable(table, key);
  }

  async scan<Table extends TableName>(table: Table, range: ScanRange<Table>): Promise<readonly ScanEntry<Table>[]> {
    await this.#queue.whenEnded();
    if (this.#isClosed) throw this.#closedError();
    return scanTable(this.#parts.database, table, range);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #readDurable<Table extends TableName>(table: Table, key: Key<Table>): Promise<Row<Table> | undefined> {
    if (this.#isClosed) throw this.#closedError();
    return this.#reads.read(table, key);
  }

  #closedError(): StoreError {
    return new StoreError(`The store in ${this.#parts.database.label} is closed`);
  }

  async #close(): Promise<void> {
    await this.#queue.whenEnded();
    await this.#queue.close();
    this.#isClosed = true;
    await this.#parts.database.close();
  }
}
