import type protobuf from "protobufjs/minimal.js";
import type { RowCodec } from "../../codec/proto/rows.ts";
import { rowCodecs, TextWriter } from "../../codec/proto/rows.ts";
import { momentMs } from "../../core/clock.ts";
import { Durations } from "../../core/telemetry/durations.ts";
import type { Clock } from "../../ports/clock.ts";
import type { JournalMeters } from "../../ports/journal-meters.ts";
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
import { StoreBusyError, StoreError, StoreWriteError } from "../../ports/store-errors.ts";
import type { StoreImages } from "../../ports/store-images.ts";
import { onlyWriter } from "../alone-peers.ts";
import type { KeyBytes } from "../keys.ts";
import { encodePrefix, keyInScratch } from "../keys.ts";
import type { Journal } from "./journal/journal.ts";
import { paddingAfter, recordHeaderBytes, sealRecord } from "./journal/journal.ts";
import type { RowEnvironment } from "./rows/row-environment.ts";
import { rowPrefixBytes } from "./rows/row-form.ts";
import { atTag, deleted, indexHashOf, keyTag, RowIndex, rowTag, writeTag } from "./rows/row-index.ts";
import { scanRows } from "./rows/row-layer.ts";
import type { WriteBehind } from "./rows/write-behind.ts";

export interface LmdbStoreParts {
  readonly folder: string;
  /** Gives the time of a record. */
  readonly clock: Pick<Clock, "nowMs">;
  readonly journalId: number;
  readonly journal: Journal;
  readonly environment: RowEnvironment;
  readonly behind: WriteBehind;
  readonly lastNumber: number;
  /** Bytes of commits that may wait for the disk. */
  readonly waitingBytesMax: number;
  readonly images: StoreImages;
  /** Called after the last commit and before anything is closed. */
  beforeClose(): Promise<void>;
  /** Closes the journal and releases the folder. */
  close(): Promise<void>;
}

/**
 * The store on one disk. A row is looked up in four places, newest first: the group that gathers commits, the group whose
 * journal record is being written, the rows that wait for LMDB, and the environment.
 */
export class LmdbStore implements Store {
  readonly images: StoreImages;
  readonly durable: StoredRows = { read: async (table, key) => this.#readDurable(table, encodePrefix(table, key)) };
  readonly journal: JournalMeters;
  readonly #parts: LmdbStoreParts;
  /** Groups that have ended. The next ones use their memory again. */
  readonly #spareGroups: GroupCommit[] = [];
  readonly #rows: LockedRows;
  #gathering: GroupCommit | null = null;
  #writing: GroupCommit | null = null;
  #nextNumber: number;
  #closing: Promise<void> | null = null;
  #isClosed = false;

  constructor(parts: LmdbStoreParts) {
    this.#parts = parts;
    this.images = parts.images;
    const { behind } = parts;
    this.journal = {
      writes: new Durations(),
      get lag() {
        return behind.lag;
      },
    };
    this.#nextNumber = parts.lastNumber + 1;
    this.#rows = { read: (table, key) => this.#read(table, key), ...onlyWriter };
  }

  commit(_needs: CommitNeeds, apply: (rows: LockedRows) => readonly Write[]): Promise<void> {
    const refusal = this.#refusal();
    if (refusal !== null) return Promise.reject(refusal);
    try {
      const writes = apply(this.#rows);
      // A commit without writes may depend on an earlier commit. So it resolves together with that commit.
      if (writes.length === 0) return (this.#gathering ?? this.#writing)?.joined() ?? Promise.resolve();
      const group = this.#gathering ?? this.#spareGroups.pop() ?? new GroupCommit();
      group.add(writes);
      this.#gathering = group;
    } catch (error) {
      return Promise.reject(error);
    }
    const done = this.#gathering.joined();
    this.#writeNext();
    return done;
  }

  async read<Table extends TableName>(table: Table, key: Key<Table>): Promise<Row<Table> | undefined> {
    return this.#read(table, key);
  }

  #read<Table extends TableName>(table: Table, key: Key<Table>): Row<Table> | undefined {
    const bytes = encodePrefix(table, key);
    const hash = indexHashOf(bytes);
    const running = this.#gathering?.find(bytes, hash) ?? this.#writing?.find(bytes, hash);
    return running === undefined ? this.#readDurable(table, bytes, hash) : decode(table, running);
  }

  async scan<Table extends TableName>(table: Table, range: ScanRange<Table>): Promise<readonly ScanEntry<Table>[]> {
    const { behind, environment } = this.#parts;
    // The result of these commits goes to their own callers.
    await (this.#gathering ?? this.#writing)?.ended;
    this.#assertOpen();
    return scanRows(environment, behind.layers(), table, range);
  }

  /** The number of the last record on the disk. */
  get lastNumber(): number {
    return this.#nextNumber - 1;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #readDurable<Table extends TableName>(
    table: Table,
    bytes: KeyBytes,
    hash = indexHashOf(bytes),
  ): Row<Table> | undefined {
    const row = this.#parts.behind.find(bytes, hash);
    if (row !== undefined) return decode(table, row);
    this.#assertOpen();
    const stored = this.#parts.environment.get(bytes);
    return stored === undefined ? undefined : rowCodecs[table].decode(stored);
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new StoreError(`The store in ${this.#parts.folder} is closed`);
  }

  #refusal(): StoreError | null {
    const { folder, behind, waitingBytesMax } = this.#parts;
    if (this.#closing !== null) return new StoreError(`The store in ${folder} is closed`);
    if (behind.failure !== null && behind.isFull) {
      return new StoreWriteError(`Rows cannot be written in ${folder}: ${behind.failure.message}`, {
        cause: behind.failure,
      });
    }
    if ((this.#gathering?.byteLength ?? 0) > waitingBytesMax) {
      return new StoreBusyError(`The disk of ${folder} does not keep up: ${waitingBytesMax} bytes wait for it`);
    }
    return null;
  }

  #writeNext(): void {
    const { behind, journal, journalId, clock } = this.#parts;
    if (this.#writing !== null || this.#gathering === null) return;
    if (behind.isFull && behind.failure === null) {
      behind.whenRoom(() => this.#writeNext());
      return;
    }
    const group = this.#gathering;
    this.#writing = group;
    this.#gathering = null;
    const recordNumber = this.#nextNumber;
    const record = group.seal(journalId, recordNumber, clock.nowMs());
    const startedMs = momentMs();
    journal.append(record, recordNumber).then(
      () => {
        this.journal.writes.note(momentMs() - startedMs);
        this.#written(group, recordNumber);
      },
      (error: Error) => this.#failed(error),
    );
  }

  #written(group: GroupCommit, recordNumber: number): void {
    this.#nextNumber = recordNumber + 1;
    this.#parts.behind.absorb(group.payload, group.byteLength, recordNumber);
    this.#writing = null;
    this.#writeNext();
    this.#end(group, null);
  }

  /** Rejects the waiting group too, because its commits may have read rows that were not stored. */
  #failed(error: Error): void {
    const groups = [this.#writing, this.#gathering];
    this.#writing = null;
    this.#gathering = null;
    for (const group of groups) if (group !== null) this.#end(group, error);
  }

  #end(group: GroupCommit, error: Error | null): void {
    group.settle(error);
    group.clear();
    this.#spareGroups.push(group);
  }

  async #close(): Promise<void> {
    const { behind, environment, beforeClose, close } = this.#parts;
    for (let group = this.#gathering ?? this.#writing; group !== null; group = this.#gathering ?? this.#writing) {
      await group.ended;
    }
    await beforeClose();
    try {
      await behind.close();
      this.#isClosed = true;
      await environment.close();
    } finally {
      await close();
    }
  }
}

const decode = <Table extends TableName>(table: Table, row: Buffer | typeof deleted): Row<Table> | undefined =>
  row === deleted ? undefined : rowCodecs[table].decode(row);

const emptyHeader = new Uint8Array(recordHeaderBytes);
/** Space for the checksum that the row gets when it is written to the environment. */
const emptyPrefix = new Uint8Array(rowPrefixBytes);
/** A longer buffer of a group is not used again. */
const keptBytesMax = 1024 * 1024;

interface Waiter {
  resolve(): void;
  reject(error: Error): void;
}

/**
 * The commits that share one journal record. Each commit is encoded when it is added, and its rows can be read from then on.
 * `settle` resolves or rejects every commit.
 */
class GroupCommit extends RowIndex {
  #writer: protobuf.Writer = new TextWriter();
  #waiters: Waiter[] = [];
  #payloadEnd = 0;

  constructor() {
    super();
    this.clear();
  }

  get byteLength(): number {
    return this.#writer.pos;
  }

  /** The payload of the sealed record. */
  get payload(): Uint8Array {
    return this.#writer.buf.subarray(recordHeaderBytes, this.#payloadEnd);
  }

  /** Adds all of one commit, or throws and adds nothing. */
  add(writes: readonly Write[]): void {
    const writer = this.#writer;
    const before = writer.pos;
    try {
      for (const write of writes) encode(write, writer);
    } catch (error) {
      while (writer.pos > before) writer.reset();
      writer.pos = before;
      throw error;
    }
    this.regions[0] = this.#bytes;
    this.index(0, before, writer.pos);
  }

  /** Resolves or rejects together with the group. */
  joined(): Promise<void> {
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  /** Resolves when the group is stored or has failed. */
  get ended(): Promise<void> {
    return new Promise((resolve) => this.#waiters.push({ resolve, reject: () => resolve() }));
  }

  settle(error: Error | null): void {
    for (const waiter of this.#waiters) {
      if (error === null) waiter.resolve();
      else waiter.reject(error);
    }
  }

  /** Returns the journal record, which is valid until `clear`. After this call nothing can be added. */
  seal(journalId: number, recordNumber: number, nowMs: number): Buffer {
    this.#payloadEnd = this.#writer.uint32(atTag).double(nowMs).pos;
    this.#writer.raw(paddingAfter(this.#payloadEnd));
    const record = this.#bytes;
    sealRecord(record, this.#payloadEnd, journalId, recordNumber);
    return record;
  }

  /** Begins a new group in the same memory. */
  override clear(): void {
    super.clear();
    if (this.#writer.buf.length > keptBytesMax) this.#writer = new TextWriter();
    this.#writer.reset().raw(emptyHeader);
    this.#waiters = [];
  }

  get #bytes(): Buffer {
    const { buffer, byteOffset } = this.#writer.buf;
    return Buffer.from(buffer, byteOffset, this.#writer.pos);
  }
}

function encode(write: Write, writer: protobuf.Writer): void {
  writer.uint32(writeTag).fork();
  writer.uint32(keyTag).bytes(keyInScratch(write.table, write.key));
  if (write.row !== null) {
    const codec: RowCodec<TableName> = rowCodecs[write.table] as RowCodec<TableName>;
    writer.uint32(rowTag).fork().raw(emptyPrefix);
    codec.encode(write.row, writer);
    writer.ldelim();
  }
  writer.ldelim();
}
