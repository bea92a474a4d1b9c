import { createHash } from "node:crypto";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { StoredFile } from "../../ports/file-store.ts";
import type { MovedFiles } from "../../ports/moved-files.ts";
import type { RawRow, RawRows, TableSize } from "../../ports/raw-rows.ts";
import type { TableName } from "../../ports/store.ts";
import type { Progress } from "../progress.ts";
import { megabytes } from "../progress.ts";
import type { FileKind, Side, TargetSide } from "./sides.ts";
import { fileKinds } from "./sides.ts";

export interface Migration {
  readonly from: Side;
  readonly to: TargetSide;
  readonly tables: readonly TableName[];
  readonly progress: Progress;
  /** Receives each phase as it begins, and the findings at the end. */
  say(line: string): void;
}

/** The number of rows and files of a source. */
export interface Inventory {
  readonly tables: ReadonlyMap<TableName, TableSize>;
  readonly files: Readonly<Record<FileKind, TableSize>>;
}

export async function takeInventory(from: Side, tables: readonly TableName[]): Promise<Inventory> {
  const sizes = new Map<TableName, TableSize>();
  for (const table of tables) sizes.set(table, await from.rows.size(table));
  const [files, photos] = [await sizeOfFiles(from, "files"), await sizeOfFiles(from, "photos")];
  return { tables: sizes, files: { files, photos } };
}

/** Returns a line for each table that has rows, and for the files. */
export function describeInventory({ tables, files }: Inventory): readonly string[] {
  const lines = [...tables].filter(([, { rows }]) => rows > 0).map(([table, size]) => lineOf(table, "rows", size));
  return [
    ...lines,
    ...fileKinds.map((kind) => lineOf(kind === "files" ? "files of chats" : kind, "files", files[kind])),
  ];
}

const lineOf = (what: string, unit: string, { rows, bytes }: TableSize): string =>
  `${what}: ${rows} ${unit}, ${megabytes(bytes)}`;

/**
 * Copies everything and compares both sides. Continues an earlier run that was killed. No service can start on the target before
 * the end of the migration. Returns why the migration is not possible, with nothing changed. Rejects when a side fails.
 */
export async function migrate(migration: Migration): Promise<Result<void>> {
  const { from, to, tables, progress, say } = migration;
  const state = await from.rows.state();
  const refusal = await begin(migration, state);
  if (refusal !== null) return fail("conflict", refusal);
  const inventory = await takeInventory(from, tables);
  const rowBytes = sumOf(inventory.tables.values());
  progress.begin("rows copied", Math.max(0, rowBytes - (await bytesOfRows(to, tables))));
  await copyRows(from, to, tables, progress);
  progress.begin("files copied", sumOf(Object.values(inventory.files)));
  await copyFiles(from, to, progress);
  say("Everything is copied; both sides are read and compared.");
  const differences = await compare(migration, rowBytes);
  if ((await from.rows.state()) !== state) differences.push("the source, which has changed during the migration");
  if (differences.length > 0) {
    await to.rows.begin("");
    return fail(
      "conflict",
      `${to.label} differs from ${from.label} in ${differences.join(", ")}. The target was emptied: run this command again`,
    );
  }
  await to.rows.finish();
  return ok(undefined);
}

/** Returns why the target cannot be filled. */
async function begin({ from, to, say }: Migration, state: string): Promise<string | null> {
  const { underWay } = to.rows;
  if (underWay === state) {
    say(`Continues the interrupted migration from ${from.label} to ${to.label}.`);
    return null;
  }
  if (underWay === null && !((await to.rows.isEmpty()) && (await hasNoFiles(to))))
    return `${to.label} is not empty: expected an empty target`;
  await to.rows.begin(state);
  if (underWay === null) say(`Starts the migration from ${from.label} to ${to.label}.`);
  else
    say(
      `Starts the migration from ${from.label} to ${to.label} from scratch: the interrupted migration was of another source or another state.`,
    );
  return null;
}

/** Returns the differences. */
async function compare({ from, to, tables, progress, say }: Migration, rowBytes: number): Promise<string[]> {
  const differences: string[] = [];
  const note = (what: string, left: Fingerprint, right: Fingerprint): void => {
    if (!isSame(left, right)) differences.push(`${what} (${left.count} and ${right.count})`);
    else if (left.count > 0) say(`same  ${what}: ${left.count}, sha256 ${left.hash}`);
  };
  progress.begin("rows compared, of both sides", 2 * rowBytes);
  for (const table of tables) {
    const of = (side: Side): Promise<Fingerprint> => fingerprintOfRows(side.rows, table, progress);
    note(table, ...(await Promise.all([of(from), of(to)])));
  }
  progress.begin("files compared, of both sides", 0);
  for (const kind of fileKinds) {
    const of = (side: Side): Promise<Fingerprint> => fingerprintOfFiles(side.files[kind], progress);
    note(kind === "files" ? "files of chats" : kind, ...(await Promise.all([of(from), of(to)])));
  }
  return differences;
}

async function hasNoFiles(side: Side): Promise<boolean> {
  for (const kind of fileKinds) for await (const _ of side.files[kind].tokens()) return false;
  return true;
}

async function sizeOfFiles(side: Side, kind: FileKind): Promise<TableSize> {
  let rows = 0;
  let bytes = 0;
  for await (const token of side.files[kind].tokens()) {
    const file = await side.files[kind].open(token);
    rows += 1;
    bytes += file?.bytes ?? 0;
    await file?.close();
  }
  return { rows, bytes };
}

async function bytesOfRows({ rows }: Side, tables: readonly TableName[]): Promise<number> {
  let bytes = 0;
  for (const table of tables) bytes += (await rows.size(table)).bytes;
  return bytes;
}

const sumOf = (sizes: Iterable<TableSize>): number => [...sizes].reduce((sum, { bytes }) => sum + bytes, 0);

/** Copies the rows that the target lacks. Of each table, the target has the beginning. */
async function copyRows(from: Side, to: TargetSide, tables: readonly TableName[], progress: Progress): Promise<void> {
  for (const table of tables) {
    const next = (after: string | null): Promise<readonly RawRow[]> => from.rows.page(table, after);
    let page = await next(await to.rows.last(table));
    for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
      // The source reads while the target writes.
      const [following] = await Promise.all([next(last.key), to.rows.put(table, page)]);
      progress.add(page.length, bytesOf(page));
      page = following;
    }
  }
}

/** Copies the files that the target lacks or has incomplete, and deletes those that the source lacks. */
async function copyFiles(from: Side, to: TargetSide, progress: Progress): Promise<void> {
  for (const kind of fileKinds) {
    const source = from.files[kind];
    const target = to.files[kind];
    const tokens = new Set<string>();
    for await (const token of source.tokens()) {
      tokens.add(token);
      const file = await source.open(token);
      if (file === null) continue;
      try {
        const there = await target.open(token);
        const isThere = there?.bytes === file.bytes;
        await there?.close();
        if (isThere) continue;
        await target.remove(token);
        await target.put(token, file);
        progress.add(1, file.bytes);
      } finally {
        await file.close();
      }
    }
    for await (const token of target.tokens()) if (!tokens.has(token)) await target.remove(token);
  }
}

const bytesOf = (page: readonly RawRow[]): number =>
  page.reduce((bytes, { key, row }) => bytes + key.length + row.length, 0);

/** Two sides with equal content have equal fingerprints. */
interface Fingerprint {
  readonly count: number;
  /** SHA-256 as hex. */
  readonly hash: string;
}

const isSame = (left: Fingerprint, right: Fingerprint): boolean =>
  left.count === right.count && left.hash === right.hash;

/** The hash of all keys and records of a table in the order of keys. The length precedes each of them. */
async function fingerprintOfRows(rows: RawRows, table: TableName, progress: Progress): Promise<Fingerprint> {
  const hash = createHash("sha256");
  const head = Buffer.alloc(8);
  let count = 0;
  let page = await rows.page(table, null);
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    const following = rows.page(table, last.key);
    let bytes = 0;
    for (const { key, row } of page) {
      head.writeUInt32BE(key.length, 0);
      head.writeUInt32BE(row.length, 4);
      hash.update(head).update(key, "latin1").update(row);
      bytes += key.length + row.length;
    }
    count += page.length;
    progress.add(page.length, bytes);
    page = await following;
  }
  return { count, hash: hash.digest("hex") };
}

const pieceBytes = 1024 ** 2;

/** The hash of all tokens in order, each with the hash of its file. */
async function fingerprintOfFiles(files: MovedFiles, progress: Progress): Promise<Fingerprint> {
  const tokens: string[] = [];
  for await (const token of files.tokens()) tokens.push(token);
  const hash = createHash("sha256");
  for (const token of tokens.sort()) {
    const file = await files.open(token);
    hash.update(`${token} ${file === null ? "missing" : await hashOf(file)}\n`);
    progress.add(1, file?.bytes ?? 0);
  }
  return { count: tokens.length, hash: hash.digest("hex") };
}

async function hashOf(file: StoredFile): Promise<string> {
  const hash = createHash("sha256");
  const piece = Buffer.allocUnsafe(pieceBytes);
  try {
    for (let position = 0; ; ) {
      const bytes = await file.read(piece, position);
      if (bytes === 0) return hash.digest("hex");
      hash.update(piece.subarray(0, bytes));
      position += bytes;
    }
  } finally {
    await file.close();
  }
}
