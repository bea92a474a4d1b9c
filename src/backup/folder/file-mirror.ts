import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "../../core/files/is-missing.ts";
import { namesIn } from "../../core/files/names-in.ts";
import { partSuffix, writeWholeFile } from "../../core/files/whole-file.ts";
import type { Clock } from "../../ports/clock.ts";
import type { MovedFiles } from "../../ports/moved-files.ts";
import type { FileWatch, WatchedFiles } from "../../ports/watched-files.ts";
import type { Pace } from "../image/pace.ts";

export interface FileMirrorParts {
  readonly source: WatchedFiles;
  /** The folder of the copies, each under the token of its file. */
  readonly copies: MovedFiles;
  /** The folder with one entry for each copy whose file was removed. The entry contains the time when that was noticed. */
  readonly removedFolder: string;
  readonly clock: Clock;
  readonly pace: Pace;
}

/** Copies of the service's files. A copy is kept for a while after its file was removed. */
export class FileMirror {
  readonly #parts: FileMirrorParts;
  readonly #watch: FileWatch;
  #isReconciled = false;

  constructor(parts: FileMirrorParts) {
    this.#parts = parts;
    this.#watch = parts.source.watch();
  }

  /**
   * Copies the files that were added since the last call, and notes those that were removed. The first call compares with the work
   * of an earlier process. Returns false when it was given up before all was copied.
   */
  async catchUp(isGivenUp: () => boolean): Promise<boolean> {
    if (!this.#isReconciled) {
      for await (const token of this.#watch.tokens()) {
        if (isGivenUp()) return false;
        await this.#copy(token);
      }
      for await (const token of this.#parts.copies.tokens()) await this.#noteIfGone(token);
      this.#isReconciled = true;
    }
    const [added, removed] = [this.#watch.added(), this.#watch.removed()];
    // The comparison finds the files that were omitted.
    this.#isReconciled = false;
    for (const token of added) {
      if (isGivenUp()) return false;
      await this.#copy(token);
    }
    for (const token of removed) await this.#noteIfGone(token);
    this.#isReconciled = true;
    return true;
  }

  /** Deletes copies whose files were removed before this moment. */
  async prune(beforeMs: number): Promise<void> {
    const { copies, removedFolder } = this.#parts;
    for (const token of await namesIn(removedFolder)) {
      if (token.endsWith(partSuffix)) continue;
      const path = join(removedFolder, token);
      if (Number(await readFile(path, "utf8")) >= beforeMs) continue;
      await copies.remove(token);
      await rm(path);
    }
  }

  end(): void {
    this.#watch.end();
  }

  async #copy(token: string): Promise<void> {
    const { source, copies, pace } = this.#parts;
    const file = await source.open(token);
    if (file === null) return;
    try {
      const copy = await copies.open(token);
      const isThere = copy?.bytes === file.bytes;
      await copy?.close();
      if (isThere) return;
      await pace.take(file.bytes);
      await copies.put(token, file);
    } finally {
      await file.close();
    }
  }

  async #noteIfGone(token: string): Promise<void> {
    const { source, removedFolder, clock } = this.#parts;
    const file = await source.open(token);
    await file?.close();
    if (file !== null) return;
    const path = join(removedFolder, token);
    // A removal that was noted before keeps its time.
    if (await isThere(path)) return;
    await mkdir(removedFolder, { recursive: true, mode: 0o700 });
    await writeWholeFile(path, String(clock.nowMs()));
  }
}

const isThere = (path: string): Promise<boolean> =>
  readFile(path).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );
