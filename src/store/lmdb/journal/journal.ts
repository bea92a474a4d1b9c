import { StoreWriteError } from "../../../ports/store-errors.ts";
import type { StoreLog } from "../store-log.ts";
import type { DurableFile, JournalDisk, SegmentFile } from "./journal-files.ts";
import { recordHeaderBytes } from "./journal-record.ts";
import type { JournalEnd } from "./journal-recovery.ts";
import type { SpareSegments } from "./spare-segments.ts";

export interface JournalOptions {
  readonly folder: string;
  readonly spares: SpareSegments;
  readonly end: JournalEnd;
  readonly disk: JournalDisk;
  readonly log: StoreLog;
  /** Beyond so many segments nobody keeps them any more. */
  readonly keptSegmentsMax: number;
}

/** Somebody who reads the journal later than a start would. */
export interface JournalKeeper {
  /** The record before the first one that is kept; grows as records are read. */
  before: number;
  /** The segments were given up all the same. */
  isGone: boolean;
}

/** A segment is made ready once the current one is this full. */
const prepareAtShare = 0.5;

/**
 * The append-only journal. One append at a time; a record that could not be written is wiped, or its segment given up,
 * before the next one is, so that what lies on disk reads as the acknowledged records and nothing else.
 */
export class Journal {
  readonly #options: JournalOptions;
  readonly #segments: SegmentFile[];
  /** Up to which record segments are not needed for a start. */
  #releasedUpTo = 0;
  readonly #keepers = new Set<JournalKeeper>();
  #file: DurableFile | null = null;
  #position: number;
  /** Whether the name of the newest segment is on the disk; a process that was killed may have left one whose name is not. */
  #isNameSynced = false;
  /** Segments in whose place the newest one was taken. */
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

  /** Resolves when the record is on the disk. Rejects with StoreError when it is not and will not be. */
  async append(record: Buffer, recordNumber: number): Promise<void> {
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

  /** The segments that are there, oldest first. */
  get segments(): readonly SegmentFile[] {
    return this.#segments;
  }

  /** Keeps the segments from the record behind `before` on, until the keeper is let go or too many are kept. */
  keep(before: number): JournalKeeper {
    const keeper: JournalKeeper = { before: Math.max(before, (this.#segments[0]?.first ?? 1) - 1), isGone: false };
    this.#keepers.add(keeper);
    return keeper;
  }

  /** Ends what a keeper keeps. Another `release` gives the segments back. */
  letGo(keeper: JournalKeeper): void {
    this.#keepers.delete(keeper);
  }

  /** Records up to this number are not needed for a start any more; what keepers keep stays. */
  async release(recordNumber: number): Promise<void> {
    this.#releasedUpTo = Math.max(this.#releasedUpTo, recordNumber);
    for (let next = this.#segments[1]; next !== undefined; next = this.#segments[1]) {
      const oldest = this.#segments[0];
      if (oldest === undefined || next.first > this.#unkeptUpTo() + 1) return;
      this.#segments.shift();
      await this.#options.spares.giveBack(oldest);
    }
  }

  /** The oldest keepers lose what they keep before the disk fills up with it. */
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
    // The same number again: the segment before it holds no record that was acknowledged.
    const replaced = last?.first === first ? last : null;
    // Never shorter than what it replaces: after a kill, of the two the longer one counts.
    const { segment, file } = await this.#options.spares.take(first, Math.max(recordBytes, replaced?.bytes ?? 0));
    // The folder has the segment: from here on records go into it and no other, whatever fails.
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

  /** Takes back what a failed write may have left. When even that fails the segment is given up. */
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

  /** What is written lies on the disk already: a file that does not close is only told. */
  async #closeFile(file: DurableFile): Promise<void> {
    await file.close().catch((error: unknown) => {
      this.#options.log.warn({ err: error, folder: this.#options.folder }, "A journal segment could not be closed");
    });
  }
}
