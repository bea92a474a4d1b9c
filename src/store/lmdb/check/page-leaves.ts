import type { Snapshot, Tree } from "./lmdb-file.ts";
import { flags, pageHeaderBytes, readNumber } from "./lmdb-file.ts";
import type { CompareKeys, KeyAt, LeafPlace, Refuse } from "./page-tree.ts";
import { checkHead, keyOf, nodeAt } from "./page-tree.ts";

/** A value that is too large for its leaf and has separate pages. */
interface LargeValue {
  readonly pageNumber: number;
  readonly pages: number;
  readonly bytes: number;
  readonly key: KeyAt;
}

export interface LeafReader {
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
export function createLeafReader(
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
