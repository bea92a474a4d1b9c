import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";

/** Sizes of the row file, as LMDB reports them. */
export interface RowFileShape {
  readonly pageBytes: number;
  readonly lastPage: number;
}

/** Pages for lists of free pages, and for branches of both trees. */
const otherPages = 256;
/** A leaf may be copied and split. Large values count by their bytes. Measured for 1000 rows at random places: 740 pages. */
const pagesPerRow = 2;
const zeros = Buffer.alloc(256 * 1024);

/** Returns the number of pages by which writing these rows may extend the file. */
export const pagesFor = (rows: number, bytes: number, { pageBytes }: RowFileShape): number =>
  rows * pagesPerRow + Math.ceil(bytes / pageBytes) + otherPages;

/**
 * Space in the row file after its last page. The space is on the disk before LMDB uses it. When LMDB cannot write, its native
 * code prints half a line to standard error, between the JSON log entries.
 */
export class RowRoom {
  readonly #file: FileHandle;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(path: string): Promise<RowRoom> {
    return new RowRoom(await open(path, "r+"));
  }

  /**
   * Rejects when these pages cannot be written. No transaction may run meanwhile. Pages that were written before a failure stay
   * for the next attempt.
   */
  async make(pages: number, { pageBytes, lastPage }: RowFileShape): Promise<void> {
    const wanted = (lastPage + 1 + pages) * pageBytes;
    let { size } = await this.#file.stat();
    while (size < wanted) {
      const { bytesWritten } = await this.#file.write(zeros, 0, Math.min(zeros.length, wanted - size), size);
      size += bytesWritten;
    }
    // Even with enough space, the disk may fail every write. So one byte is written to the last page, which stores nothing.
    await this.#file.write(zeros, 0, 1, size - 1);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
