import type protobuf from "protobufjs/minimal.js";
import type { RowCodec } from "../../codec/proto/rows.ts";
import { rowCodecs } from "../../codec/proto/rows.ts";
import type { TableName, Write } from "../../ports/store.ts";
import type { KeyBytes } from "../keys.ts";
import { encodeKey, keyBytesMax } from "../keys.ts";
import { recordHeaderBytes, sealRecord } from "./journal/journal-record.ts";
import { rowPrefixBytes } from "./rows/row-form.ts";
import type { RowBytes, RowLayer } from "./rows/row-layer.ts";

/** Field 1 of GroupCommit, fields 1 and 2 of RowWrite; all length-delimited. Source: records.proto. */
const writesTag = 0x0a;
const keyTag = 0x0a;
const rowTag = 0x12;
/** Field 2 of GroupCommit, a double. */
const atTag = 0x11;

const emptyHeader = new Uint8Array(recordHeaderBytes);
/** Space for the checksum that the row gets when it is written to the environment. */
const emptyPrefix = new Uint8Array(rowPrefixBytes);
const keyScratch = Buffer.allocUnsafe(keyBytesMax);

interface Waiter {
  resolve(): void;
  reject(error: Error): void;
}

/**
 * The commits that share one journal record. Each commit is encoded when it is added, and its rows can be read from then on.
 * `settle` resolves or rejects every commit.
 */
export class GroupCommit {
  readonly rows: RowLayer = new Map();
  readonly #writer: protobuf.Writer;
  readonly #waiters: Waiter[] = [];
  #sealed: Buffer | null = null;

  /** The writer belongs to this group until the group is sealed. */
  constructor(writer: protobuf.Writer) {
    writer.reset().raw(emptyHeader);
    this.#writer = writer;
  }

  get byteLength(): number {
    return this.#sealed === null ? this.#writer.pos : this.#sealed.length;
  }

  /** Adds all of one commit, or throws and adds nothing. */
  add(writes: readonly Write[]): void {
    const before = this.#writer.pos;
    const keys: KeyBytes[] = [];
    const added: RowBytes[] = [];
    try {
      for (const write of writes) {
        const key = encodeKey(write.table, write.key);
        keys.push(key);
        added.push(this.#encode(key, write));
      }
    } catch (error) {
      while (this.#writer.pos > before) this.#writer.reset();
      this.#writer.pos = before;
      throw error;
    }
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index];
      const row = added[index];
      if (key !== undefined && row !== undefined) this.rows.set(key, row);
    }
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

  /** Returns the journal record. After this call nothing can be added. */
  seal(journalId: number, recordNumber: number, nowMs: number): Buffer {
    this.#writer.uint32(atTag).double(nowMs);
    this.#sealed = sealRecord(this.#writer.finish(true), journalId, recordNumber);
    return this.#sealed;
  }

  bytes(start: number, end: number): Buffer {
    const all = this.#sealed ?? this.#writer.finish(true);
    return Buffer.from(all.buffer, all.byteOffset + start, end - start);
  }

  #encode(key: KeyBytes, write: Write): RowBytes {
    const writer = this.#writer;
    writer.uint32(writesTag).fork();
    writer.uint32(keyTag).bytes(keyScratch.subarray(0, keyScratch.write(key, "latin1")));
    let length = -1;
    if (write.row !== null) {
      writer.uint32(rowTag).fork();
      const start = writer.pos;
      writer.raw(emptyPrefix);
      const codec: RowCodec<TableName> = rowCodecs[write.table] as RowCodec<TableName>;
      codec.encode(write.row, writer);
      length = writer.pos - start;
      writer.ldelim();
    }
    writer.ldelim();
    return { group: this, start: writer.pos - Math.max(length, 0), end: length < 0 ? -1 : writer.pos };
  }
}
