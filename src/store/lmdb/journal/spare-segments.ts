import { randomUUID } from "node:crypto";
import { readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { StoreLog } from "../store-log.ts";
import type { DurableFile, JournalDisk, SegmentFile } from "./journal-files.ts";
import { createZeroed, segmentFile } from "./journal-files.ts";

export interface SpareSegmentsOptions {
  readonly folder: string;
  readonly segmentBytes: number;
  /** Segments kept for use again; under load they save making new ones. */
  readonly sparesMax: number;
  readonly disk: JournalDisk;
  readonly log: StoreLog;
}

export interface OpenSegment {
  readonly segment: SegmentFile;
  readonly file: DurableFile;
}

/** Segment files that wait for use: made ahead of time, or used before and not needed any more. */
export class SpareSegments {
  readonly #options: SpareSegmentsOptions;
  readonly #paths: string[] = [];
  #preparing: Promise<void> | null = null;

  private constructor(options: SpareSegmentsOptions) {
    this.#options = options;
  }

  /** Keeps one of the spares that a process before left behind. */
  static async open(options: SpareSegmentsOptions): Promise<SpareSegments> {
    const spares = new SpareSegments(options);
    for (const name of await readdir(options.folder)) {
      if (!name.startsWith("spare-")) continue;
      const path = join(options.folder, name);
      const isWhole = (await stat(path)).size === options.segmentBytes;
      if (isWhole && spares.#paths.length === 0) spares.#paths.push(path);
      else await unlink(path);
    }
    return spares;
  }

  /** Makes one when there is none; what fails is tried again when it is needed. */
  prepare(): void {
    if (this.#preparing !== null || this.#paths.length > 0) return;
    const { folder, segmentBytes, log } = this.#options;
    this.#preparing = this.#create(segmentBytes)
      .then((path) => void this.#paths.push(path))
      .catch((error: unknown) => log.warn({ err: error, folder }, "The next journal segment could not be made yet"))
      .finally(() => {
        this.#preparing = null;
      });
  }

  /**
   * A segment of at least this size, for the records from `first` on; after a crash it is there once its folder was synced.
   * Rejects when none can be had: then the folder holds no segment more than before.
   */
  async take(first: number, bytesMin: number): Promise<OpenSegment> {
    const { folder, segmentBytes, disk } = this.#options;
    await this.#preparing;
    const bytes = Math.max(segmentBytes, bytesMin);
    const spare = (bytes === segmentBytes ? this.#paths.pop() : undefined) ?? (await this.#create(bytes));
    let file: DurableFile | null = null;
    try {
      file = await disk.open(spare);
      const segment = segmentFile(folder, first, bytes);
      // The last step: a segment that nobody writes to would end the one before it.
      await disk.rename(spare, segment.path);
      return { segment, file };
    } catch (error) {
      await file?.close().catch((closing: unknown) => this.#warn(closing, spare));
      // One that cannot be opened would fail every commit from now on: the next takes a new one.
      if (file !== null && bytes === segmentBytes) this.#paths.push(spare);
      else await unlink(spare).catch((removing: unknown) => this.#warn(removing, spare));
      throw error;
    }
  }

  /** Removes a segment in whose place another one was taken. What remains of it does no harm. */
  async discard(segment: SegmentFile): Promise<void> {
    await unlink(segment.path).catch((error: unknown) => this.#warn(error, segment.path));
  }

  /** Takes back a segment whose records are not needed any more. */
  async giveBack(segment: SegmentFile): Promise<void> {
    const { segmentBytes, sparesMax, disk } = this.#options;
    try {
      const isUsual = (await stat(segment.path)).size === segmentBytes;
      if (!isUsual || this.#paths.length >= sparesMax) return await unlink(segment.path);
      const path = this.#newPath();
      await disk.rename(segment.path, path);
      this.#paths.push(path);
    } catch (error) {
      this.#warn(error, segment.path);
    }
  }

  async close(): Promise<void> {
    await this.#preparing;
  }

  #warn(error: unknown, file: string): void {
    this.#options.log.warn({ err: error, file }, "A journal segment that is not needed could not be put away");
  }

  async #create(bytes: number): Promise<string> {
    const path = this.#newPath();
    await createZeroed(path, bytes);
    return path;
  }

  #newPath(): string {
    return join(this.#options.folder, `spare-${randomUUID()}.journal`);
  }
}
