import { randomUUID } from "node:crypto";
import { readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { StoreLog } from "../store-log.ts";
import type { DurableFile, JournalDisk, SegmentFile } from "./journal.ts";
import { createZeroed, segmentFile } from "./journal.ts";

export interface SpareSegmentsOptions {
  readonly folder: string;
  readonly segmentBytes: number;
  /** Maximum number of segments kept for reuse. Under load, reuse saves creating new ones. */
  readonly sparesMax: number;
  readonly disk: JournalDisk;
  readonly log: StoreLog;
}

export interface OpenSegment {
  readonly segment: SegmentFile;
  readonly file: DurableFile;
}

/** Segment files that wait for use. They were created early, or used before and not needed any more. */
export class SpareSegments {
  readonly #options: SpareSegmentsOptions;
  readonly #paths: string[] = [];
  #preparing: Promise<void> | null = null;

  private constructor(options: SpareSegmentsOptions) {
    this.#options = options;
  }

  /** Keeps one spare segment of the previous process and removes the rest. */
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

  /** Creates a spare segment if there is none. After a failure, `take` tries again. */
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
   * Returns a segment of at least this size for the records from `first` on. It survives a crash only after its folder was synced.
   * Rejects when no segment is available; then the folder has no additional segment.
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
      // The rename is the last step: recovery would take a segment without records for the end of the previous one.
      await disk.rename(spare, segment.path);
      return { segment, file };
    } catch (error) {
      await file?.close().catch((closing: unknown) => this.#warn(closing, spare));
      // A file that cannot be opened would fail every later commit, so it is removed and the next call creates a new one.
      if (file !== null && bytes === segmentBytes) this.#paths.push(spare);
      else await unlink(spare).catch((removing: unknown) => this.#warn(removing, spare));
      throw error;
    }
  }

  /** Removes a replaced segment. If the removal fails, the file does no harm. */
  async discard(segment: SegmentFile): Promise<void> {
    await unlink(segment.path).catch((error: unknown) => this.#warn(error, segment.path));
  }

  /** Takes back a segment when its records are not needed any more. */
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
    this.#options.log.warn({ err: error, file }, "A journal segment that is not needed could not be reused or removed");
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
