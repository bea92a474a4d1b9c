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
