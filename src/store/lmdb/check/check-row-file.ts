import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Snapshot, Tree } from "./lmdb-file.ts";
import { damage, flags, pageHeaderBytes, readNumber, readSnapshot } from "./lmdb-file.ts";
import type { CompareKeys, KeyAt, LeafPlace, Refuse } from "./page-tree.ts";
import { checkHead, checkNames, compareKeys, compareNumbers, keyOf, nodeAt, readBranches } from "./page-tree.ts";

export interface RowFileCheck {
  readonly path: string;
  /** Of a longer file only meta pages, free pages and branches are read. */
  readonly wholeBytesMax: number;
  /** Called for every row that is read. The value is valid only during the call. */
  onRow(key: KeyAt, value: Buffer): void;
  onProgress?(pages: number, pagesInAll: number): void;
}

const blockBytes = 1024 * 1024;

/**
 * Reads an LMDB file page by page without mapping it. Damage that would end the process is an error here. No process may use
 * the file meanwhile. Rejects with DamagedFileError for the first damage. Resolves with whether all of the file was read.
 */
export async function checkRowFile(check: RowFileCheck): Promise<boolean> {
  const file = openSync(check.path, "r");
  try {
    return await new FileWalk(check, file).walk();
  } catch (error) {
    // A number points outside its page.
    if (error instanceof RangeError) throw damage(check.path, "in a page", "numbers within it", error.message);
    throw error;
  } finally {
    closeSync(file);
  }
}

class FileWalk {
  readonly #check: RowFileCheck;
  readonly #file: number;
  readonly #fileBytes: number;
  readonly #snapshot: Snapshot;
  readonly #refuse: Refuse;
  /** One byte for each page: whether the page is in use. */
  readonly #taken: Uint8Array;

  constructor(check: RowFileCheck, file: number) {
    this.#check = check;
    this.#file = file;
    this.#fileBytes = fstatSync(file).size;
    this.#refuse = (where, expected, found) => {
      throw damage(check.path, where, expected, found);
    };
    this.#snapshot = readSnapshot(check.path, file);
    const { lastPage, pageBytes } = this.#snapshot;
    const pagesThere = Math.floor(this.#fileBytes / pageBytes);
    // Free pages at the end may be missing from the file. A last page far beyond its length can only be damage.
    if (lastPage > 4 * pagesThere + 65_536) this.#refuse("in a meta page", `about ${pagesThere} pages`, `${lastPage}`);
    this.#taken = new Uint8Array(lastPage + 1);
    this.#taken.fill(1, 0, 2);
  }

  async walk(): Promise<boolean> {
    const { freePages, rows, lastPage } = this.#snapshot;
    const free: number[] = [];
    await this.#walkTree(freePages, compareNumbers, true, (_key, value) => this.#readFreePages(value, free));
    const isWhole = this.#fileBytes <= this.#check.wholeBytesMax;
    await this.#walkTree(rows, compareKeys, isWhole, this.#check.onRow);
    for (const page of free) this.#take(page, 1);
    const pagesThere = Math.floor(this.#fileBytes / this.#snapshot.pageBytes);
    if (isWhole) {
      for (let page = pagesThere; page <= lastPage; page += 1) {
        if (this.#taken[page] === 0) this.#refuse("at its end", `page ${page}`, `a file of ${this.#fileBytes} bytes`);
      }
    }
    return isWhole;
  }

  async #walkTree(
    tree: Tree,
    compare: CompareKeys,
    isWhole: boolean,
    onRow: (key: KeyAt, value: Buffer) => void,
  ): Promise<void> {
    const { pageBytes } = this.#snapshot;
    const shape = readBranches(tree, compare, this.#snapshot, (page) => this.#readPages(page, 1), this.#refuse);
    for (const page of shape.branches) this.#take(page, 1);
    for (const { pageNumber } of shape.leaves) {
      this.#take(pageNumber, 1);
      if ((pageNumber + 1) * pageBytes > this.#fileBytes) this.#refuseEnd(pageNumber);
    }
    if (!isWhole) return;
    const reader = createLeafReader(tree, compare, this.#snapshot, onRow, this.#refuse);
    await this.#readLeaves(shape.leaves, (page, place) => reader.take(page, place));
    reader.finish();
    let sinceTurn = 0;
    for (const { pageNumber, pages, bytes, key } of reader.large) {
      this.#take(pageNumber, pages);
      const value = this.#readPages(pageNumber, pages);
      checkNames(value, pageNumber, flags.overflow, this.#snapshot, this.#refuse);
      const found = value.readUInt32LE(20);
      if (found !== pages) this.#refuse(`at page ${pageNumber}`, `${pages} pages`, `${found}`);
      onRow(key, value.subarray(pageHeaderBytes, pageHeaderBytes + bytes));
      sinceTurn += pages;
      if (sinceTurn * pageBytes > blockBytes) {
        sinceTurn = 0;
        await nextTurn();
      }
    }
  }

  /** Reads the leaves in the order of the file, which is fastest on a disk. */
  async #readLeaves(leaves: readonly LeafPlace[], take: (page: Buffer, place: LeafPlace) => void): Promise<void> {
    const { pageBytes } = this.#snapshot;
    const pagesPerBlock = Math.max(1, blockBytes / pageBytes);
    const inOrder = [...leaves].sort((left, right) => left.pageNumber - right.pageNumber);
    const pagesThere = Math.floor(this.#fileBytes / pageBytes);
    let first = 0;
    let block: Buffer = Buffer.alloc(0);
    for (const place of inOrder) {
      if ((place.pageNumber - first + 1) * pageBytes > block.length) {
        first = place.pageNumber;
        block = this.#readPages(first, Math.min(pagesPerBlock, pagesThere - first));
        this.#check.onProgress?.(first, pagesThere);
        await nextTurn();
      }
      const start = (place.pageNumber - first) * pageBytes;
      take(block.subarray(start, start + pageBytes), place);
    }
  }

  #readPages(first: number, count: number): Buffer {
    const { pageBytes } = this.#snapshot;
    const page = Buffer.allocUnsafe(count * pageBytes);
    if (readSync(this.#file, page, 0, page.length, first * pageBytes) < page.length) this.#refuseEnd(first + count - 1);
    return page;
  }

  /**
   * A list of free pages: a count, then page numbers. A negative number is the length of a run of pages, and the next number is its
   * first page. 0 is unused.
   */
  #readFreePages(list: Buffer, free: number[]): void {
    const numberAt = (index: number): number => Number(list.readBigInt64LE(8 * index));
    const count = list.length < 8 ? -1 : numberAt(0);
    if (count < 0 || 8 * (count + 1) > list.length)
      this.#refuse("in a list of free pages", `at most ${list.length / 8 - 1} numbers`, `${count}`);
    for (let index = 1; index <= count; index += 1) {
      const number = numberAt(index);
      if (number === 0) continue;
      const pages = number < 0 ? -number : 1;
      if (number < 0) index += 1;
      const first = number < 0 && index <= count ? numberAt(index) : number;
      if (first < 2 || first + pages - 1 > this.#snapshot.lastPage) {
        this.#refuse("in a list of free pages", `pages from 2 to ${this.#snapshot.lastPage}`, `${pages} from ${first}`);
      }
      for (let page = first; page < first + pages; page += 1) free.push(page);
    }
  }

  #take(first: number, pages: number): void {
    for (let page = first; page < first + pages; page += 1) {
      if (this.#taken[page] !== 0) this.#refuse(`at page ${page}`, "one use of it", "two");
      this.#taken[page] = 1;
    }
  }

  #refuseEnd(page: number): never {
    throw damage(this.#check.path, "at its end", `page ${page}`, `a file of ${this.#fileBytes} bytes`);
  }
}

/** A value that is too large for its leaf and has separate pages. */
interface LargeValue {
  readonly pageNumber: number;
  readonly pages: number;
  readonly bytes: number;
  readonly key: KeyAt;
}

interface LeafReader {
  /** Must be called for every leaf page of the tree, in any order. */
  take(page: Buffer, place: LeafPlace): void;
  /** Large values, to be read after all leaves. */
  readonly large: readonly LargeValue[];
  /** Throws when the numbers of rows or pages differ from the meta page. */
  finish(): void;
}

const largeFlag = 0x01;
const sizeOfReference = 24;

/** Checks the leaves of one tree, and passes their rows on. */
function createLeafReader(
  tree: Tree,
  compare: CompareKeys,
  snapshot: Snapshot,
  onRow: (key: KeyAt, value: Buffer) => void,
  refuse: Refuse,
): LeafReader {
  const { lastPage } = snapshot;
  const large: LargeValue[] = [];
  let entries = 0;
  let largePages = 0;
  return {
    large,
    take(page, { pageNumber, from, to }) {
      const where = `at page ${pageNumber}`;
      const count = checkHead(page, pageNumber, flags.leaf, snapshot, refuse);
      if (count === 0) refuse(where, "a leaf of at least 1 node", "0");
      let before = from;
      for (let index = 0; index < count; index += 1) {
        const node = nodeAt(page, pageNumber, index, count, refuse);
        const key = keyOf(page, pageNumber, node, refuse);
        const order = before === null ? 1 : compare(key, before);
        if (order < 0 || (order === 0 && index > 0))
          refuse(where, `row ${index} after the previous one`, "another order");
        before = key;
        const bytes = page.readUInt32LE(node);
        const nodeFlags = page.readUInt16LE(node + 4);
        if (nodeFlags === 0) {
          if (key.end + bytes > page.length) refuse(where, `row ${index} within the page`, `${bytes} bytes`);
          onRow(key, page.subarray(key.end, key.end + bytes));
          continue;
        }
        if (nodeFlags !== largeFlag) refuse(where, `flags of row ${index} 0 or ${largeFlag}`, `${nodeFlags}`);
        if (key.end + sizeOfReference > page.length) refuse(where, `row ${index} within the page`, "a longer one");
        const first = readNumber(page, key.end);
        const pages = readNumber(page, key.end + 16);
        const pagesNeeded = Math.floor((pageHeaderBytes - 1 + bytes) / page.length) + 1;
        // When a commit overwrites a value with a shorter one, the value keeps its pages. This is frequent for lists of free pages.
        if (pages < pagesNeeded) refuse(where, `at least ${pagesNeeded} pages for row ${index}`, `${pages}`);
        if (first < 2 || first + pages - 1 > lastPage) refuse(where, `pages from 2 to ${lastPage}`, `${first}`);
        largePages += pages;
        large.push({
          pageNumber: first,
          pages,
          bytes,
          key: { ...key, page: Buffer.from(page.subarray(key.start, key.end)), start: 0, end: key.end - key.start },
        });
      }
      if (before !== null && to !== null && compare(before, to) >= 0) {
        refuse(where, "rows before those of the next leaf", "another order");
      }
      entries += count;
    },
    finish() {
      if (entries !== tree.entries) refuse("in a meta page", `${tree.entries} rows`, `${entries}`);
      if (largePages !== tree.overflowPages) {
        refuse("in a meta page", `${tree.overflowPages} pages of large rows`, `${largePages}`);
      }
    },
  };
}
