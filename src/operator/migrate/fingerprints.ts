import { createHash } from "node:crypto";
import type { StoredFile } from "../../ports/file-store.ts";
import type { MovedFiles } from "../../ports/moved-files.ts";
import type { RawRows } from "../../ports/raw-rows.ts";
import type { TableName } from "../../ports/store.ts";
import type { Progress } from "../progress.ts";

/** Two sides with equal content have equal fingerprints. */
export interface Fingerprint {
  readonly count: number;
  /** SHA-256 as hex. */
  readonly hash: string;
}

export const isSame = (left: Fingerprint, right: Fingerprint): boolean =>
  left.count === right.count && left.hash === right.hash;

/** The hash of all keys and records of a table in the order of keys. The length precedes each of them. */
export async function fingerprintOfRows(rows: RawRows, table: TableName, progress: Progress): Promise<Fingerprint> {
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
export async function fingerprintOfFiles(files: MovedFiles, progress: Progress): Promise<Fingerprint> {
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
