import { randomUUID } from "node:crypto";
import { readdir, rename, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { SegmentFile } from "./journal-files.ts";
import { createZeroed, segmentPath, syncFolder } from "./journal-files.ts";
import type { StoreLog } from "./store-log.ts";

export interface SpareSegmentsOptions {
  readonly folder: string;
  readonly segmentBytes: number;
  /** Segments kept for use again; under load they save making new ones. */
  readonly sparesMax: number;
  readonly log: StoreLog;
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

  /** A segment of at least this size, for the records from `first` on. Rejects when none can be made. */
  async take(first: number, bytesMin: number): Promise<SegmentFile> {
    const { folder, segmentBytes } = this.#options;
    await this.#preparing;
    const ready = bytesMin > segmentBytes ? undefined : this.#paths.pop();
    const spare = ready ?? (await this.#create(Math.max(segmentBytes, bytesMin)));
    const path = segmentPath(folder, first);
    await rename(spare, path);
    await syncFolder(folder);
    return { path, first };
  }

  /** Takes back a segment whose records are not needed any more. */
  async giveBack(segment: SegmentFile): Promise<void> {
    const { segmentBytes, sparesMax, log } = this.#options;
    try {
      const isUsual = (await stat(segment.path)).size === segmentBytes;
      if (!isUsual || this.#paths.length >= sparesMax) return await unlink(segment.path);
      const path = this.#newPath();
      await rename(segment.path, path);
      this.#paths.push(path);
    } catch (error) {
      log.warn(
        { err: error, file: segment.path },
        "A journal segment that is not needed any more could not be put away",
      );
    }
  }

  async close(): Promise<void> {
    await this.#preparing;
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
