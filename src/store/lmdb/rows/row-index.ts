import type { KeyBytes } from "../../keys.ts";
import { hashOf, hashOfBytes, rowPrefixBytes, sealRow } from "./row-form.ts";

/** Fields 1 (`writes`) and 2 (`at_ms`) of GroupCommit, fields 1 (`key`) and 2 (`row`) of RowWrite. Source: records.proto. */
export const writeTag = 0x0a;
export const atTag = 0x11;
export const keyTag = 0x0a;
export const rowTag = 0x12;
const atFieldBytes = 9;

/** A row that is deleted. It hides an older row with the same key. */
export const deleted = Symbol("deleted");

/** The numbers of an entry, side by side. An entry is a key and its newest row. */
const hashAt = 0;
const regionAt = 1;
const keyStartAt = 2;
const keyEndAt = 3;
const rowStartAt = 4;
/** Less than the start when the row is deleted. */
const rowEndAt = 5;
/** The previous entry of the same table, counted from 1. */
const previousAt = 6;
const width = 7;

const entriesMin = 64;
const slotsPerEntry = 2;
/** The first bits of a product with this number depend on all bits of the hash. Source: Knuth, TAOCP 3, 6.4. */
const spread = 0x9e3779b1;
const tables = 256;

/** Nobody can choose keys that have the same hash, and must be looked through one after the other. */
const [hashStart = 0] = crypto.getRandomValues(new Uint32Array(1));

/** Returns the hash of a key in every index of this process. */
export const indexHashOf = (key: KeyBytes): number => hashOf(key, hashStart);

/**
 * Rows in the bytes of journal records, found by key. It keeps their places as numbers in two arrays, so that a million waiting rows
 * are no objects that the garbage collector must copy. Entries are numbered from 0, in the order in which their keys came.
 */
export class RowIndex {
  /** The bytes that the places are in. */
  protected readonly regions: Buffer[] = [];
  #entries = new Int32Array(entriesMin * width);
  /** A hash table with open addressing: numbers of entries, counted from 1. */
  #slots = new Int32Array(entriesMin * slotsPerEntry);
  #size = 0;
  /** The newest entry of each table, counted from 1. The table is the first byte of a key. */
  readonly #newest = new Int32Array(tables);
  #cursor = 0;

  get size(): number {
    return this.#size;
  }

  /** Returns `undefined` for a key without a row here. The bytes are valid until the next change. */
  find(key: KeyBytes, hash = indexHashOf(key)): Buffer | typeof deleted | undefined {
    const last = this.#slots.length - 1;
    for (let slot = this.#slotOf(hash); ; slot = (slot + 1) & last) {
      const entry = (this.#slots[slot] ?? 0) - 1;
      if (entry < 0) return undefined;
      if (this.#number(entry, hashAt) === (hash | 0) && this.#hasKey(entry, key)) return this.row(entry);
    }
  }

  keyOf(entry: number): KeyBytes {
    return this.#region(entry).toString("latin1", this.#number(entry, keyStartAt), this.#number(entry, keyEndAt));
  }

  row(entry: number): Buffer | typeof deleted {
    const end = this.#number(entry, rowEndAt);
    if (end < 0) return deleted;
    return this.#region(entry).subarray(this.#number(entry, rowStartAt) + rowPrefixBytes, end);
  }

  /** Returns the row in its stored form, with its checksum. */
  sealed(entry: number): Buffer | typeof deleted {
    const end = this.#number(entry, rowEndAt);
    if (end < 0) return deleted;
    const bytes = this.#region(entry);
    const stored = bytes.subarray(this.#number(entry, rowStartAt), end);
    sealRow(hashOfBytes(bytes, this.#number(entry, keyStartAt), this.#number(entry, keyEndAt)), stored);
    return stored;
  }

  /** Returns the length of the key and the stored row. */
  bytesOf(entry: number): number {
    const keyBytes = this.#number(entry, keyEndAt) - this.#number(entry, keyStartAt);
    return keyBytes + Math.max(0, this.#number(entry, rowEndAt) - this.#number(entry, rowStartAt));
  }

  /** Forgets every row. The memory is used again, unless there were few rows for so much memory. */
  clear(): void {
    const capacity = this.#entries.length / width;
    if (capacity > entriesMin && this.#size < capacity / 8) {
      this.#entries = new Int32Array(entriesMin * width);
      this.#slots = new Int32Array(entriesMin * slotsPerEntry);
    } else this.#slots.fill(0);
    this.#size = 0;
    this.#newest.fill(0);
  }

  /** Adds the writes in these bytes of a region, which are fields of a GroupCommit. Throws for other bytes. */
  protected index(region: number, start: number, end: number): void {
    const bytes = this.regions[region] ?? Buffer.alloc(0);
    for (let at = start; at < end; at = this.#cursor) {
      this.#cursor = at;
      if (bytes[at] === atTag) {
        this.#cursor += atFieldBytes;
        continue;
      }
      const writeEnd = this.#enter(bytes, writeTag);
      const keyEnd = this.#enter(bytes, keyTag);
      const keyStart = this.#cursor;
      this.#cursor = keyEnd;
      const rowEnd = keyEnd < writeEnd ? this.#enter(bytes, rowTag) : -1;
      if (writeEnd > end || Math.max(keyEnd, rowEnd) !== writeEnd) throw notAWrite(at);
      this.#set(region, bytes, keyStart, keyEnd, this.#cursor, rowEnd);
      this.#cursor = writeEnd;
    }
  }

  /** Goes to the content of a field. Returns its end. */
  #enter(bytes: Buffer, tag: number): number {
    if (bytes[this.#cursor] !== tag) throw notAWrite(this.#cursor);
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      this.#cursor += 1;
      const byte = bytes[this.#cursor] ?? 0;
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    this.#cursor += 1;
    return this.#cursor + (length >>> 0);
  }

  /** Calls back for each entry of a table that is newer than `seen`, the newest first. Returns the newest. Both are counted from 1. */
  protected eachNewer(table: number, seen: number, callback: (entry: number) => void): number {
    const newest = this.#newest[table] ?? 0;
    for (let entry = newest; entry > seen; entry = this.#number(entry - 1, previousAt)) callback(entry - 1);
    return newest;
  }

  #set(region: number, bytes: Buffer, keyStart: number, keyEnd: number, rowStart: number, rowEnd: number): void {
    if (this.#size * width === this.#entries.length) this.#grow();
    const hash = hashOfBytes(bytes, keyStart, keyEnd, hashStart) | 0;
    const last = this.#slots.length - 1;
    let slot = this.#slotOf(hash);
    let entry = (this.#slots[slot] ?? 0) - 1;
    while (entry >= 0 && !(this.#number(entry, hashAt) === hash && this.#hasKeyAt(entry, bytes, keyStart, keyEnd))) {
      slot = (slot + 1) & last;
      entry = (this.#slots[slot] ?? 0) - 1;
    }
    if (entry < 0) {
      entry = this.#size;
      this.#size += 1;
      this.#slots[slot] = this.#size;
      const table = bytes[keyStart] ?? 0;
      this.#entries[entry * width + previousAt] = this.#newest[table] ?? 0;
      this.#newest[table] = this.#size;
    }
    const at = entry * width;
    this.#entries[at + hashAt] = hash;
    this.#entries[at + regionAt] = region;
    this.#entries[at + keyStartAt] = keyStart;
    this.#entries[at + keyEndAt] = keyEnd;
    this.#entries[at + rowStartAt] = rowStart;
    this.#entries[at + rowEndAt] = rowEnd;
  }

  #grow(): void {
    const entries = new Int32Array(this.#entries.length * 2);
    entries.set(this.#entries);
    this.#entries = entries;
    this.#slots = new Int32Array(this.#slots.length * 2);
    const last = this.#slots.length - 1;
    for (let entry = 0; entry < this.#size; entry += 1) {
      let slot = this.#slotOf(this.#number(entry, hashAt));
      while (this.#slots[slot] !== 0) slot = (slot + 1) & last;
      this.#slots[slot] = entry + 1;
    }
  }

  #slotOf(hash: number): number {
    return Math.imul(hash, spread) >>> Math.clz32(this.#slots.length - 1);
  }

  #number(entry: number, at: number): number {
    return this.#entries[entry * width + at] ?? 0;
  }

  #region(entry: number): Buffer {
    return this.regions[this.#number(entry, regionAt)] ?? Buffer.alloc(0);
  }

  #hasKey(entry: number, key: KeyBytes): boolean {
    const bytes = this.#region(entry);
    const start = this.#number(entry, keyStartAt);
    if (this.#number(entry, keyEndAt) - start !== key.length) return false;
    for (let index = 0; index < key.length; index += 1)
      if (bytes[start + index] !== key.charCodeAt(index)) return false;
    return true;
  }

  #hasKeyAt(entry: number, other: Buffer, otherStart: number, otherEnd: number): boolean {
    const bytes = this.#region(entry);
    const start = this.#number(entry, keyStartAt);
    if (this.#number(entry, keyEndAt) - start !== otherEnd - otherStart) return false;
    for (let index = otherStart; index < otherEnd; index += 1)
      if (bytes[start + index - otherStart] !== other[index]) return false;
    return true;
  }
}

const notAWrite = (at: number): Error =>
  new Error(`Expected the writes of a group commit, got other bytes at byte ${at} of a record`);
