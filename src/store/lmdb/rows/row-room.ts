import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";

/** What the file of rows is and holds, as LMDB tells it. */
export interface RowFileShape {
  readonly pageBytes: number;
  readonly lastPage: number;
}

/** Lists of free pages, and branches of both trees. */
const otherPages = 256;
/** A leaf that is copied and split; large values are counted by their bytes. Measured for 1000 rows at random places: 740 pages. */
const pagesPerRow = 2;
const zeros = Buffer.alloc(256 * 1024);

/** Pages by which transactions that put these rows may lengthen the file. */
export const pagesFor = (rows: number, bytes: number, { pageBytes }: RowFileShape): number =>
  rows * pagesPerRow + Math.ceil(bytes / pageBytes) + otherPages;

/**
 * Room in the file of rows behind its last page, on the disk before LMDB writes there. When LMDB itself cannot write, its native
 * code prints half a line to standard error, where the log's JSON lines are.
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
   * Rejects when these pages cannot be written. No transaction may run meanwhile. What was gained before a failure is kept for the
   * next try.
   */
  async make(pages: number, { pageBytes, lastPage }: RowFileShape): Promise<void> {
    const wanted = (lastPage + 1 + pages) * pageBytes;
    let { size } = await this.#file.stat();
    while (size < wanted) {
      const { bytesWritten } = await this.#file.write(zeros, 0, Math.min(zeros.length, wanted - size), size);
      size += bytesWritten;
    }
    // Room that is there says nothing of a disk that fails every write. Nothing is stored in the last page.
    await this.#file.write(zeros, 0, 1, size - 1);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
