import type { Snapshot, Tree } from "./lmdb-file.ts";
import { flags, noPage, pageHeaderBytes, readNumber } from "./lmdb-file.ts";

/** Told of the first thing that is wrong on a page; throws. */
export type Refuse = (where: string, expected: string, found: string) => never;

/** A node's key, still on its page. */
export interface KeyAt {
  readonly page: Buffer;
  readonly start: number;
  readonly end: number;
}

/** A leaf as its parents name it: every key from `from` on and before `to`; `null` where nothing bounds it. */
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

/** Reads the branch pages of a tree, about one page of a hundred, and tells where its leaves are. */
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
      // The first key of a branch is never looked at.
      const key: KeyAt | null = index === 0 ? null : keyOf(page, pageNumber, node, refuse);
      if (before !== null && key !== null && compare(before, key) >= 0) {
        refuse(`at page ${pageNumber}`, `node ${index} behind the one before it`, "another order");
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
 * What the heads of all pages say. The library takes a page of a transaction that is yet to come for a copy that it may write to; it is none,
 * and writing to it ends the process. Source: IS_WRITABLE in mdb.c.
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

/** How many nodes a page of a tree has. */
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

/** Where a node begins on its page. */
export function nodeAt(page: Buffer, pageNumber: number, index: number, count: number, refuse: Refuse): number {
  const pointer = page.readUInt16LE(pageHeaderBytes + 2 * index);
  const upper = page.readUInt16LE(upperAt);
  const start = pointer + pageHeaderBytes;
  if (pointer < upper || pointer % 2 !== 0 || start + nodeHeaderBytes > page.length) {
    refuse(`at page ${pageNumber}`, `node ${index} of ${count} behind byte ${upper}`, `byte ${pointer}`);
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

/** Numbers of 8 bytes, the highest byte last: the keys of free pages. */
export function compareNumbers(left: KeyAt, right: KeyAt): number {
  return readNumber(left.page, left.start) - readNumber(right.page, right.start);
}

/** As the bytes do; a key that another one begins with is before it. */
export function compareKeys(left: KeyAt, right: KeyAt): number {
  const length = Math.min(left.end - left.start, right.end - right.start);
  for (let index = 0; index < length; index += 1) {
    const difference = (left.page[left.start + index] ?? 0) - (right.page[right.start + index] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.end - left.start - (right.end - right.start);
}
