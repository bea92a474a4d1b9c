import type { Snapshot, Tree } from "./lmdb-file.ts";
import { flags, noPage, pageHeaderBytes, readNumber } from "./lmdb-file.ts";

/** Called for the first damage on a page. Throws. */
export type Refuse = (where: string, expected: string, found: string) => never;

/** The key of a node, as a part of its page. */
export interface KeyAt {
  readonly page: Buffer;
  readonly start: number;
  readonly end: number;
}

/** A leaf and the limits that its parents give: keys from `from` on and before `to`. `null` means no limit. */
export interface LeafPlace {
  readonly pageNumber: number;
  readonly from: KeyAt | null;
  readonly to: KeyAt | null;
}

export interface TreeShape {
  readonly branches: readonly number[];
  readonly leaves: readonly LeafPlace[];
}

const nodeHeaderBytes = 8;
const lowerAt = 20;
const upperAt = 22;
const depthMax = 32;

/** Reads the branch pages of a tree, about one page in a hundred, and returns the places of its leaves. */
export function readBranches(
  tree: Tree,
  compare: CompareKeys,
  snapshot: Snapshot,
  readPage: (pageNumber: number) => Buffer,
  refuse: Refuse,
): TreeShape {
  const { lastPage } = snapshot;
  const branches: number[] = [];
  const leaves: LeafPlace[] = [];
  if (tree.root === noPage) return { branches, leaves };
  const seen = new Set<number>();
  if (tree.depth < 1 || tree.depth > depthMax) refuse("in a meta page", `a depth of 1 to ${depthMax}`, `${tree.depth}`);
  const visit = (pageNumber: number, level: number, from: KeyAt | null, to: KeyAt | null): void => {
    if (pageNumber < 2 || pageNumber > lastPage) refuse("in a branch", `a page from 2 to ${lastPage}`, `${pageNumber}`);
    if (seen.has(pageNumber)) refuse(`at page ${pageNumber}`, "one place in the tree", "two");
    seen.add(pageNumber);
    if (level === tree.depth) {
      leaves.push({ pageNumber, from, to });
      return;
    }
    branches.push(pageNumber);
    const page = readPage(pageNumber);
    const count = checkHead(page, pageNumber, flags.branch, snapshot, refuse);
    if (count < 2) refuse(`at page ${pageNumber}`, "a branch of at least 2 nodes", `${count}`);
    let before: KeyAt | null = null;
    const keys: (KeyAt | null)[] = [];
    for (let index = 0; index < count; index += 1) {
      const node = nodeAt(page, pageNumber, index, count, refuse);
      // The first key of a branch is never used.
      const key: KeyAt | null = index === 0 ? null : keyOf(page, pageNumber, node, refuse);
      if (before !== null && key !== null && compare(before, key) >= 0) {
        refuse(`at page ${pageNumber}`, `node ${index} after the previous one`, "another order");
      }
      keys.push(key);
      before = key;
    }
    for (let index = 0; index < count; index += 1) {
      const node = nodeAt(page, pageNumber, index, count, refuse);
      const child = page.readUInt16LE(node + 4) * 2 ** 32 + page.readUInt32LE(node);
      visit(child, level + 1, keys[index] ?? from, keys[index + 1] ?? to);
    }
  };
  visit(tree.root, 1, null, null);
  if (branches.length !== tree.branchPages) {
    refuse("in a meta page", `${tree.branchPages} branch pages`, `${branches.length}`);
  }
  if (leaves.length !== tree.leafPages) refuse("in a meta page", `${tree.leafPages} leaf pages`, `${leaves.length}`);
  return { branches, leaves };
}

/**
 * Checks the header that all pages have. A page with a future transaction looks to the library like a copy that it may write to. It is no
 * copy, and a write to it ends the process. Source: IS_WRITABLE in mdb.c.
 */
export function checkNames(
  page: Buffer,
  pageNumber: number,
  kind: number,
  { transaction }: Snapshot,
  refuse: Refuse,
): void {
  const where = `at page ${pageNumber}`;
  const number = readNumber(page, 0);
  if (number !== pageNumber) refuse(where, `page number ${pageNumber}`, `${number}`);
  const found = page.readUInt16LE(18);
  if (found !== kind) refuse(where, `flags ${kind}`, `${found}`);
  const writtenIn = readNumber(page, 8);
  if (writtenIn < 0 || writtenIn > transaction) refuse(where, `a transaction from 0 to ${transaction}`, `${writtenIn}`);
}

/** Returns the number of nodes on a page of a tree. */
export function checkHead(page: Buffer, pageNumber: number, kind: number, snapshot: Snapshot, refuse: Refuse): number {
  const where = `at page ${pageNumber}`;
  checkNames(page, pageNumber, kind, snapshot, refuse);
  const lower = page.readUInt16LE(lowerAt);
  const upper = page.readUInt16LE(upperAt);
  if (lower % 2 !== 0 || lower > upper || upper > page.length - pageHeaderBytes) {
    refuse(where, "free room between its pointers and its nodes", `bytes ${lower} to ${upper}`);
  }
  return lower / 2;
}

/** Returns the start of a node on its page. */
export function nodeAt(page: Buffer, pageNumber: number, index: number, count: number, refuse: Refuse): number {
  const pointer = page.readUInt16LE(pageHeaderBytes + 2 * index);
  const upper = page.readUInt16LE(upperAt);
  const start = pointer + pageHeaderBytes;
  if (pointer < upper || pointer % 2 !== 0 || start + nodeHeaderBytes > page.length) {
    refuse(`at page ${pageNumber}`, `node ${index} of ${count} after byte ${upper}`, `byte ${pointer}`);
  }
  return start;
}

export function keyOf(page: Buffer, pageNumber: number, node: number, refuse: Refuse): KeyAt {
  const start = node + nodeHeaderBytes;
  const end = start + page.readUInt16LE(node + 6);
  if (end > page.length || end === start)
    refuse(`at page ${pageNumber}`, "a key within the page", `${end - start} bytes`);
  return { page, start, end };
}

export type CompareKeys = (left: KeyAt, right: KeyAt) => number;

/** Compares numbers of 8 bytes, highest byte last: the keys of the free list. */
export function compareNumbers(left: KeyAt, right: KeyAt): number {
  return readNumber(left.page, left.start) - readNumber(right.page, right.start);
}

/** Compares by bytes. A key is before all longer keys that start with it. */
export function compareKeys(left: KeyAt, right: KeyAt): number {
  const length = Math.min(left.end - left.start, right.end - right.start);
  for (let index = 0; index < length; index += 1) {
    const difference = (left.page[left.start + index] ?? 0) - (right.page[right.start + index] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.end - left.start - (right.end - right.start);
}
