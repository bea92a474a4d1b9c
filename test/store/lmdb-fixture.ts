import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { records } from "../../src/codec/proto/generated/records.js";
import type { Log } from "../../src/ports/log.ts";
import type { Store } from "../../src/ports/store.ts";
import type { RecordFound } from "../../src/store/lmdb/journal/journal.ts";
import { readRecord } from "../../src/store/lmdb/journal/journal.ts";
import type { LmdbStoreOptions } from "../../src/store/lmdb/open-lmdb-store.ts";
import { openLmdbStore } from "../../src/store/lmdb/open-lmdb-store.ts";
import { withRowPrefix } from "../../src/store/lmdb/rows/row-form.ts";
import { counter } from "../contracts/store-rows.ts";
import { checkNeeds } from "../harness/needed-rows.ts";
import type { Ending } from "../harness/temporary-folder.ts";

interface Line {
  readonly level: string;
  readonly facts: object;
  readonly message: string;
}
export interface RecordingLog extends Log {
  readonly lines: Line[];
}

export function recordingLog(): RecordingLog {
  const lines: Line[] = [];
  const at = (level: string) => (facts: object, message: string) => void lines.push({ level, facts, message });
  return { lines, debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** Rows are not written to the environment, so reads after a crash use the journal. */
export const neverMs = 3_600_000;

export const openSmall = async (dir: string, options: Partial<LmdbStoreOptions> = {}): Promise<Store> =>
  checkNeeds(
    await openLmdbStore({ dir, log: recordingLog(), segmentBytes: 4096, flushIntervalMs: neverMs, ...options }),
  );

/** Returns a folder in memory if the system has one, for tests that open a store hundreds of times. */
export function quickFolder(t: Ending): string {
  const dir = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "parley-store-"));
  t.teardown(() => rmSync(dir, { recursive: true }));
  return dir;
}

/** Commits the counters n1, n2, … in sequence, each with its own number. */
export async function commitNumbers(store: Store, first: number, last: number): Promise<void> {
  for (let number = first; number <= last; number += 1) await store.commit({}, () => [counter(`n${number}`, number)]);
}

/** Returns the stored numbers in order. Throws when a counter has another number than its own. */
export async function storedNumbers(store: Store): Promise<number[]> {
  const numbers = [];
  for (const { key, row } of await store.scan("counter", { limit: 1_000_000 })) {
    if (key[0] !== `n${row.last}`) throw new Error(`Counter ${key[0]} holds ${row.last}`);
    numbers.push(row.last);
  }
  return numbers.sort((left, right) => left - right);
}

export const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

/** Copies the folder as a crash would leave it, with the rows written so far. */
export function copyFolder(from: string, to: string): string {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
  return to;
}

export const dropRows = (dir: string): void => rmSync(join(dir, "rows"), { recursive: true });

export const segmentsOf = (dir: string): string[] =>
  readdirSync(join(dir, "journal"))
    .filter((name) => /^\d+\.\d+\.journal$/.test(name))
    .sort()
    .map((name) => join(dir, "journal", name));

export interface PlacedRecord extends RecordFound {
  readonly start: number;
}

export function recordsOf(dir: string, segment: string): PlacedRecord[] {
  const { journalId } = JSON.parse(readFileSync(join(dir, "layout.json"), "utf8"));
  const bytes = readFileSync(segment);
  const records: PlacedRecord[] = [];
  let start = 0;
  for (
    let record = readRecord(bytes, start, journalId);
    record.kind === "record";
    record = readRecord(bytes, start, journalId)
  ) {
    records.push({ ...record, start });
    start = record.next;
  }
  return records;
}

/** Changes the bytes of a file. */
export function alter(path: string, change: (bytes: Buffer) => Buffer): void {
  writeFileSync(path, change(readFileSync(path)));
}

export const flip = (position: number) => (bytes: Buffer) => {
  bytes.writeUInt8((bytes.readUInt8(position) ^ 0xff) & 0xff, position);
  return bytes;
};

/** Returns the position of the text in the bytes. */
export function placesOf(bytes: Buffer, words: string): readonly number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(words); at >= 0; at = bytes.indexOf(words, at + 1)) places.push(at);
  return places;
}

/** Returns the payload of a journal record with these rows. `null` deletes a row. */
export const payloadOf = (rows: readonly (readonly [key: string, text: string | null])[]): Uint8Array =>
  records.GroupCommit.encode({
    writes: rows.map(([key, text]) => ({
      key: Buffer.from(key, "latin1"),
      ...(text !== null && { row: withRowPrefix(Buffer.from(text)) }),
    })),
  }).finish();
