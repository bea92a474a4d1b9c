import type { FileHandle } from "node:fs/promises";
import { mkdir, rm } from "node:fs/promises";
import { createFile, syncFolder } from "../../core/files/whole-file.ts";
import type { JournalPart } from "../../ports/store-images.ts";
import type { JournalPlace } from "./folder-names.ts";
import { journalFilesIn, journalFolderOf, journalPath } from "./folder-names.ts";
import { encodePart, partsIn } from "./journal-parts.ts";

const fileBytesMax = 64 * 1024 ** 2;

/** The copied records were deleted by another program. */
export class CopyGoneError extends Error {
  override readonly name = "CopyGoneError";
}

/** The copy of a journal in a backup folder. It grows by parts. */
export class JournalCopy {
  readonly #place: JournalPlace;
  #file: FileHandle | null = null;
  #bytes = 0;
  #last: number | null;
  #lastAtMs: number | null;

  private constructor(place: JournalPlace, last: number | null, lastAtMs: number | null) {
    this.#place = place;
    this.#last = last;
    this.#lastAtMs = lastAtMs;
  }

  /** Reads the position of the copy. A damaged part is for the restore to report: the copy goes on after the last whole one. */
  static async open(place: JournalPlace): Promise<JournalCopy> {
    const folder = journalFolderOf(place);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const { path } of (await journalFilesIn(place)).reverse()) {
      let end: { readonly last: number; readonly lastAtMs: number | null } | null = null;
      for await (const part of partsIn(path, () => undefined)) end = part;
      if (end !== null) return new JournalCopy(place, end.last, end.lastAtMs);
    }
    return new JournalCopy(place, null, null);
  }

  /** The number of the last copied record, `null` while the copy is empty. */
  get last(): number | null {
    return this.#last;
  }

  /** The time of the last record in Unix milliseconds, if it is known. */
  get lastAtMs(): number | null {
    return this.#lastAtMs;
  }

  /** Appends a part, which is on the disk when this resolves. After a failure, the next part goes into a new file. */
  async add(part: JournalPart): Promise<void> {
    const bytes = await encodePart(part);
    try {
      this.#file ??= await this.#begin(part.first);
      await this.#file.appendFile(bytes);
      await this.#file.datasync();
      const { nlink } = await this.#file.stat();
      if (nlink === 0)
        throw new CopyGoneError(`The copy of the journal in ${journalFolderOf(this.#place)} was removed`);
    } catch (error) {
      await this.close();
      throw error;
    }
    this.#bytes += bytes.length;
    this.#last = part.last;
    this.#lastAtMs = part.lastAtMs;
    if (this.#bytes >= fileBytesMax) await this.close();
  }

  /** Deletes the files that contain no record after this one. */
  async prune(through: number): Promise<void> {
    const files = await journalFilesIn(this.#place);
    for (const [index, { path }] of files.entries()) {
      const next = files[index + 1];
      if (next !== undefined && next.first <= through + 1) await rm(path);
    }
  }

  /** Lets the next part go into a new file. */
  async close(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    this.#bytes = 0;
    await file?.close();
  }

  /** Deletes a file of that name without a complete part, because new parts would follow the broken one. */
  async #begin(first: number): Promise<FileHandle> {
    const file = await createFile(journalPath(this.#place, first));
    await syncFolder(journalFolderOf(this.#place));
    return file;
  }
}
