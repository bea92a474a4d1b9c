import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import { StoreError } from "../../../ports/store-errors.ts";
import type { JournalPart } from "../../../ports/store-images.ts";
import type { SegmentFile } from "./journal.ts";
import { readRecord, recordBytesOf, recordHeaderBytes } from "./journal.ts";

const partBytes = 1024 * 1024;

export interface JournalReaderOptions {
  readonly journalId: number;
  /** The present segments, oldest first. */
  readonly segments: () => readonly SegmentFile[];
  /** The reader starts after the record with this number. */
  readonly before: number;
}

/** Reads the journal in order, also during writes. Only one read may run at a time. */
export class JournalReader {
  readonly #options: JournalReaderOptions;
  #next: number;
  #segment: SegmentFile | null = null;
  #file: FileHandle | null = null;
  #position = 0;

  constructor(options: JournalReaderOptions) {
    this.#options = options;
    this.#next = options.before + 1;
  }

  /** The number of the next record. */
  get next(): number {
    return this.#next;
  }

  /**
   * Reads the next records up to `through`, which must be on the disk. Resolves with `null` when there are no more. Rejects with
   * StoreError for a damaged record.
   */
  async read(through: number): Promise<JournalPart | null> {
    while (this.#next <= through) {
      const file = await this.#openSegment();
      const part = this.#take(await this.#readAhead(file), through);
      if (part !== null) return part;
    }
    return null;
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
    this.#segment = null;
  }

  /** Returns the file with the next record. The position is right unless the segment was just opened. */
  async #openSegment(): Promise<FileHandle> {
    const segment = this.#options.segments().findLast(({ first }) => first <= this.#next);
    if (segment === undefined) throw new StoreError(`The journal has no record ${this.#next}`);
    if (this.#file !== null && this.#segment?.path === segment.path) return this.#file;
    await this.close();
    this.#file = await open(segment.path, "r");
    this.#segment = segment;
    this.#position = 0;
    return this.#file;
  }

  /** Reads about one part, or a complete record if the record is larger. */
  async #readAhead(file: FileHandle): Promise<Buffer> {
    const bytes = await this.#readAt(file, partBytes);
    const whole = Math.min(recordBytesOf(bytes), this.#segment?.bytes ?? partBytes);
    return whole > bytes.length ? this.#readAt(file, whole) : bytes;
  }

  async #readAt(file: FileHandle, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    const { bytesRead } = await file.read(bytes, 0, length, this.#position);
    return bytes.subarray(0, bytesRead);
  }

  /** Returns the wanted complete records at the start of these bytes, or `null` when all of them were read before. */
  #take(bytes: Buffer, through: number): JournalPart | null {
    const { journalId } = this.#options;
    const first = this.#next;
    let [start, end] = [0, 0];
    let lastPayload = bytes.subarray(0, 0);
    while (this.#next <= through && end + recordHeaderBytes <= bytes.length) {
      const record = readRecord(bytes, end, journalId);
      if (record.kind !== "record" || record.number > this.#next) {
        const isCut = end > 0 && end + recordBytesOf(bytes.subarray(end)) > bytes.length;
        if (isCut) break;
        throw new StoreError(
          `The journal file ${this.#segment?.path} is damaged at byte ${this.#position + end}: expected record ${this.#next}`,
        );
      }
      end = record.next;
      // Skips records before the first wanted one.
      if (record.number < this.#next) start = end;
      else {
        lastPayload = bytes.subarray(record.payloadStart, record.payloadEnd);
        this.#next += 1;
      }
    }
    this.#position += end;
    if (this.#next === first) return null;
    return { first, last: this.#next - 1, lastAtMs: atMsOf(lastPayload), bytes: bytes.subarray(start, end) };
  }
}

/** Returns the time of a record in ms: the last field of its payload, a double. */
export const atMsOf = (payload: Buffer): number => payload.readDoubleLE(payload.length - 8);
