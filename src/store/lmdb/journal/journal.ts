import { close, constants, fdatasync, fstat, fsync, open, write } from "node:fs";
import { readdir, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { syncFolder } from "../../../core/files/whole-file.ts";
import { StoreWriteError } from "../../../ports/store-errors.ts";
import type { StoreLog } from "../store-log.ts";
import type { JournalEnd } from "./journal-recovery.ts";
import type { SpareSegments } from "./spare-segments.ts";

export interface JournalOptions {
  readonly folder: string;
  readonly spares: SpareSegments;
  readonly end: JournalEnd;
  readonly disk: JournalDisk;
  readonly log: StoreLog;
  /** Rejects with StoreWriteError when the folder may belong to another process. */
  assertOwner(): Promise<void>;
  /** Above this number of segments, keepers lose their oldest ones. */
  readonly keptSegmentsMax: number;
}

/** A reader that needs segments longer than a start does. */
export interface JournalKeeper {
  /** The record before the first kept one. It grows as records are read. */
  before: number;
  /** True when the segments were released although the keeper needed them. */
  isGone: boolean;
}

/** The next segment is prepared when the current one is this full. */
const prepareAtShare = 0.5;

/**
 * The append-only journal. Only one append may run at a time. When a write fails, the record is wiped or its segment is abandoned
 * before the next write. So the disk has the acknowledged records and nothing else.
 */
export class Journal {
  readonly #options: JournalOptions;
  readonly #segments: SegmentFile[];
  /** A start does not need records up to this one. */
  #releasedUpTo = 0;
  readonly #keepers = new Set<JournalKeeper>();
  #file: DurableFile | null = null;
  #position: number;
  /** Whether the name of the newest segment is on the disk. A killed process may have left a name that is not. */
  #isNameSynced = false;
  /** Segments that the newest one replaces. */
  readonly #replaced: SegmentFile[] = [];

  private constructor(options: JournalOptions) {
    this.#options = options;
    this.#segments = [...options.end.segments];
    this.#position = options.end.position;
  }

  static async open(options: JournalOptions): Promise<Journal> {
    const journal = new Journal(options);
    const last = journal.#segments.at(-1);
    if (last !== undefined) journal.#file = await options.disk.open(last.path);
    else await journal.#rotate(options.end.lastNumber + 1, 0);
    return journal;
  }

  /** Resolves when the record is on the disk. Rejects with StoreError when the record is not on the disk and never will be. */
  async append(record: Buffer, recordNumber: number): Promise<void> {
    // Before the `try`: a process that has lost the folder must not wipe the record of the next one.
    await this.#options.assertOwner();
    try {
      if (this.#file === null || this.#position + record.length > this.#file.capacity) {
        await this.#rotate(recordNumber, record.length);
      }
      if (!this.#isNameSynced) await this.#syncName();
      await this.#file?.write(record, this.#position);
    } catch (error) {
      await this.#repair();
      const reason = error instanceof Error ? error.message : String(error);
      throw new StoreWriteError(`The journal in ${this.#options.folder} could not be written: ${reason}`, {
        cause: error,
      });
    }
    this.#position += record.length;
    if (this.#file !== null && this.#position > this.#file.capacity * prepareAtShare) this.#options.spares.prepare();
  }

  /** The present segments, oldest first. */
  get segments(): readonly SegmentFile[] {
    return this.#segments;
  }

  /** Keeps the segments after the record `before`, until `letGo` is called or there are too many segments. */
  keep(before: number): JournalKeeper {
    const keeper: JournalKeeper = { before: Math.max(before, (this.#segments[0]?.first ?? 1) - 1), isGone: false };
    this.#keepers.add(keeper);
    return keeper;
  }

  /** Removes a keeper. The next `release` frees its segments. */
  letGo(keeper: JournalKeeper): void {
    this.#keepers.delete(keeper);
  }

  /** Releases records up to this number: a start does not need them any more. Segments of keepers stay. */
  async release(recordNumber: number): Promise<void> {
    this.#releasedUpTo = Math.max(this.#releasedUpTo, recordNumber);
    for (let next = this.#segments[1]; next !== undefined; next = this.#segments[1]) {
      const oldest = this.#segments[0];
      if (oldest === undefined || next.first > this.#unkeptUpTo() + 1) return;
      this.#segments.shift();
      await this.#options.spares.giveBack(oldest);
    }
  }

  /** Returns the last record that no keeper needs. The oldest keepers lose their segments before these fill the disk. */
  #unkeptUpTo(): number {
    const isTooMuch = this.#segments.length > this.#options.keptSegmentsMax;
    for (const keeper of this.#keepers) {
      keeper.isGone ||= isTooMuch && keeper.before < (this.#segments[1]?.first ?? 0) - 1;
      if (keeper.isGone) this.#keepers.delete(keeper);
    }
    return Math.min(this.#releasedUpTo, ...[...this.#keepers].map(({ before }) => before));
  }

  async close(): Promise<void> {
    await this.#options.spares.close();
    await this.#file?.close();
    this.#file = null;
  }

  async #rotate(first: number, recordBytes: number): Promise<void> {
    const last = this.#segments.at(-1);
    // The same first number again means that the last segment has no acknowledged record.
    const replaced = last?.first === first ? last : null;
    // A replacement is never shorter: if a kill leaves both segments, the longer one counts.
    const { segment, file } = await this.#options.spares.take(first, Math.max(recordBytes, replaced?.bytes ?? 0));
    // The segment is in the folder now. From here on records go only into it, even if a later step fails.
    const previous = this.#file;
    this.#file = file;
    this.#position = 0;
    this.#isNameSynced = false;
    if (replaced !== null) this.#segments.pop();
    this.#segments.push(segment);
    if (replaced !== null && replaced.path !== segment.path) this.#replaced.push(replaced);
    if (previous !== null) await this.#closeFile(previous);
  }

  async #syncName(): Promise<void> {
    await this.#options.disk.syncFolder(this.#options.folder);
    this.#isNameSynced = true;
    for (const segment of this.#replaced.splice(0)) await this.#options.spares.discard(segment);
  }

  /** Wipes the remains of a failed write. If this fails too, the segment is abandoned. */
  async #repair(): Promise<void> {
    const file = this.#file;
    if (file === null) return;
    try {
      if (this.#position < file.capacity) {
        await file.write(new Uint8Array(Math.min(recordHeaderBytes, file.capacity - this.#position)), this.#position);
      }
    } catch (error) {
      this.#options.log.warn({ err: error, folder: this.#options.folder }, "Giving up a journal segment");
      this.#file = null;
      await this.#closeFile(file);
    }
  }

  /** All data are on the disk already, so a failed close only causes a log entry. */
  async #closeFile(file: DurableFile): Promise<void> {
    await file.close().catch((error: unknown) => {
      this.#options.log.warn({ err: error, folder: this.#options.folder }, "A journal segment could not be closed");
    });
  }
}

const openFile = promisify(open);
const closeFile = promisify(close);
const syncFile = promisify(fsync);
const syncData = promisify(fdatasync);
const statFile = promisify(fstat);

/** On Linux one call writes and waits for the disk. Other systems lack the flag, or it is weaker than an fsync. */
const writesAreSynced = process.platform === "linux";
/** Other users must not read chats. */
const ownerOnly = 0o600;
const zeros = Buffer.alloc(1024 * 1024);

export interface SegmentFile {
  readonly path: string;
  /** The number of its first record. */
  readonly first: number;
  /** Its length, which never changes. */
  readonly bytes: number;
}

const digits = 16;
const namePattern = /^(\d+)\.(\d+)\.journal$/;

/** The name contains the first record and the length, so that a segment that was cut short is detected. */
export const segmentFile = (folder: string, first: number, bytes: number): SegmentFile => ({
  path: join(folder, `${String(first).padStart(digits, "0")}.${bytes}.journal`),
  first,
  bytes,
});

/**
 * Returns the segments of the folder, oldest first. Of two with the same first record the newer one is never shorter, so it is last.
 */
export async function listSegments(folder: string): Promise<SegmentFile[]> {
  const segments = (await readdir(folder)).flatMap((name): SegmentFile[] => {
    const [, first, bytes] = namePattern.exec(name) ?? [];
    if (first === undefined) return [];
    return [{ path: join(folder, name), first: Number(first), bytes: Number(bytes) }];
  });
  return segments.sort((left, right) => left.first - right.first || left.bytes - right.bytes);
}

/** Whether the next segment replaced this one and has its records. */
export const isReplaced = ({ first }: SegmentFile, index: number, all: readonly SegmentFile[]): boolean =>
  all[index + 1]?.first === first;

/** A file whose writes are on the disk when they resolve. */
export interface DurableFile {
  readonly capacity: number;
  write(bytes: Uint8Array, position: number): Promise<void>;
  close(): Promise<void>;
}

export async function openDurable(path: string): Promise<DurableFile> {
  const file = await openFile(path, constants.O_RDWR | (writesAreSynced ? constants.O_DSYNC : 0));
  const { size } = await statFile(file).catch(async (error: unknown) => {
    await closeFile(file);
    throw error;
  });
  return {
    capacity: size,
    async write(bytes, position) {
      await writeWhole(file, bytes, position);
      if (!writesAreSynced) await syncData(file);
    },
    close: () => closeFile(file),
  };
}

function writeWhole(file: number, bytes: Uint8Array, position: number): Promise<void> {
  return new Promise((resolve, reject) => {
    write(file, bytes, 0, bytes.length, position, (error, written) => {
      if (error) reject(error);
      else if (written === bytes.length) resolve();
      else if (written === 0) reject(new Error(`expected ${bytes.length} bytes to be written, got 0`));
      else writeWhole(file, bytes.subarray(written), position + written).then(resolve, reject);
    });
  });
}

/** Overwrites the bytes with zeros. Durable when it resolves. */
export async function writeZeros(file: DurableFile, start: number, end: number): Promise<void> {
  for (let position = start; position < end; position += zeros.length) {
    await file.write(zeros.subarray(0, Math.min(zeros.length, end - position)), position);
  }
}

/** Creates a file of zeros. Every block is written, so that later writes change no metadata. */
export async function createZeroed(path: string, bytes: number): Promise<void> {
  const file = await openFile(path, "w", ownerOnly);
  try {
    for (let position = 0; position < bytes; position += zeros.length) {
      await writeWhole(file, zeros.subarray(0, Math.min(zeros.length, bytes - position)), position);
    }
    await syncFile(file);
  } catch (error) {
    await unlink(path);
    throw error;
  } finally {
    await closeFile(file);
  }
}

/** The file operations of the journal. Tests pass a disk with failing operations. */
export interface JournalDisk {
  /** Opens a segment for writing. */
  open(path: string): Promise<DurableFile>;
  rename(from: string, to: string): Promise<void>;
  /** Resolves when renames in the folder are on the disk. */
  syncFolder(folder: string): Promise<void>;
}

export const journalDisk: JournalDisk = { open: openDurable, rename, syncFolder };

/**
 * A journal record: magic (the id of the journal), CRC-32 of everything after it, record number, payload length, then
 * the payload, padded with zeros to a multiple of 8 bytes. Numbers are big-endian. The id is random, so that no text of a
 * client can look like a record.
 */
export const recordHeaderBytes = 24;
const crcAt = 4;
const numberAt = 8;
const lengthAt = 16;
const alignment = 8;

/** Returns the zeros between a payload that ends here and the next record. */
export const paddingAfter = (end: number): Uint8Array => zeros.subarray(0, -end & (alignment - 1));

/** Makes a record in place. The bytes are space for the header, the payload up to `end`, and the zeros after it. */
export function sealRecord(record: Buffer, end: number, journalId: number, recordNumber: number): void {
  record.writeUInt32BE(journalId, 0);
  record.writeBigUInt64BE(BigInt(recordNumber), numberAt);
  record.writeUInt32BE(end - recordHeaderBytes, lengthAt);
  record.writeUInt32BE(0, lengthAt + 4);
  record.writeUInt32BE(crc32(record.subarray(numberAt, end)), crcAt);
}

/** Returns the length of the record that starts here, from its header. 0 when nothing is written. */
export const recordBytesOf = (bytes: Buffer): number =>
  bytes.length < recordHeaderBytes || bytes.readUInt32BE(0) === 0
    ? 0
    : Math.ceil((recordHeaderBytes + bytes.readUInt32BE(lengthAt)) / alignment) * alignment;

export interface RecordFound {
  readonly kind: "record";
  readonly number: number;
  readonly payloadStart: number;
  readonly payloadEnd: number;
  /** Where the next record begins. */
  readonly next: number;
}
/** `empty`: nothing was ever written here. `damaged`: there is data, but no complete record. */
export type RecordAt = RecordFound | { readonly kind: "empty" } | { readonly kind: "damaged"; readonly found: string };

/** Reads the record at this byte of a segment. */
export function readRecord(segment: Buffer, start: number, journalId: number): RecordAt {
  const header = segment.subarray(start, start + recordHeaderBytes);
  if (header.every((byte) => byte === 0)) return { kind: "empty" };
  if (header.length < recordHeaderBytes) return { kind: "damaged", found: `${header.length} bytes of a header` };
  if (header.readUInt32BE(0) !== journalId) return { kind: "damaged", found: "bytes that begin no record" };
  const length = header.readUInt32BE(lengthAt);
  const payloadStart = start + recordHeaderBytes;
  const payloadEnd = payloadStart + length;
  if (payloadEnd > segment.length) {
    return { kind: "damaged", found: `${segment.length - payloadStart} bytes of a payload of ${length}` };
  }
  const expected = header.readUInt32BE(crcAt);
  const actual = crc32(segment.subarray(start + numberAt, payloadEnd));
  if (actual !== expected)
    return { kind: "damaged", found: `CRC ${hex(actual)} where the header says ${hex(expected)}` };
  const next = start + Math.ceil((payloadEnd - start) / alignment) * alignment;
  return { kind: "record", number: Number(header.readBigUInt64BE(numberAt)), payloadStart, payloadEnd, next };
}

/** Finds the first complete record from this byte on with a number of at least `numberMin`. */
export function findRecord(
  segment: Buffer,
  from: number,
  journalId: number,
  numberMin: number,
): (RecordFound & { readonly start: number }) | null {
  const magic = Buffer.alloc(4);
  magic.writeUInt32BE(journalId);
  for (let start = segment.indexOf(magic, from); start >= 0; start = segment.indexOf(magic, start + 1)) {
    if (start % alignment !== 0) continue;
    const record = readRecord(segment, start, journalId);
    if (record.kind === "record" && record.number >= numberMin) return { ...record, start };
  }
  return null;
}

const hex = (value: number): string => value.toString(16).padStart(8, "0");
