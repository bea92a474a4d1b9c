import { readFile } from "node:fs/promises";
import { StoreError } from "../../ports/store.ts";
import type { SegmentFile } from "./journal-files.ts";
import { listSegments, openDurable, writeZeros } from "./journal-files.ts";
import { findRecord, readRecord } from "./journal-record.ts";
import type { StoreLog } from "./store-log.ts";

export interface RecoveryOptions {
  readonly folder: string;
  readonly journalId: number;
  /** Every record up to this number is already in the rows. */
  readonly applied: number;
  readonly log: StoreLog;
  /** Called for every record behind `applied`, in order. */
  replay(payload: Buffer, recordNumber: number): void;
}

/** Where the journal goes on. */
export interface JournalEnd {
  readonly segments: readonly SegmentFile[];
  readonly lastNumber: number;
  /** Bytes of the last segment that are taken. */
  readonly position: number;
  /** The rows hold later records, whose journal is lost; nothing is missing, the journal begins anew. */
  readonly isBehindRows: boolean;
}

/**
 * Reads the journal behind `applied`. A record at the very end that is not whole was never acknowledged: it is wiped
 * and reported. Throws StoreError when records that are needed are missing or damaged.
 */
export async function recoverJournal(options: RecoveryOptions): Promise<JournalEnd> {
  const { folder, applied } = options;
  const all = await listSegments(folder);
  const begin = all.findLastIndex((segment) => segment.first <= applied + 1);
  const [oldest] = all;
  if (begin < 0) {
    if (oldest === undefined && applied === 0) return { segments: [], lastNumber: 0, position: 0, isBehindRows: false };
    const held = oldest === undefined ? "the journal is missing" : `the journal begins with record ${oldest.first}`;
    throw new StoreError(
      `The rows beside ${folder} hold records up to ${applied}, but ${held}: expected record ${applied + 1}. Restore the data folder from a backup.`,
    );
  }
  let end = { number: all[begin]?.first ?? 1, position: 0 };
  for (let index = begin; index < all.length; index += 1) {
    const segment = all[index];
    if (segment !== undefined) end = await readSegment(options, segment, all[index + 1]?.first ?? null);
  }
  const lastNumber = end.number - 1;
  const isBehindRows = lastNumber < applied;
  if (isBehindRows) options.log.warn({ folder, applied, journal: lastNumber }, "The journal ends before the rows do");
  return {
    segments: all.slice(begin),
    lastNumber: Math.max(lastNumber, applied),
    position: end.position,
    isBehindRows,
  };
}

/** Answers the number of the next record and where it belongs. `nextFirst` is the first record of the next segment. */
async function readSegment(options: RecoveryOptions, segment: SegmentFile, nextFirst: number | null) {
  const { journalId, applied } = options;
  const bytes = await readFile(segment.path);
  let number = segment.first;
  let position = 0;
  // A segment given up after a failed write may hold that record still; the next segment has it again.
  while (nextFirst === null || number < nextFirst) {
    const record = readRecord(bytes, position, journalId);
    if (record.kind === "record" && record.number === number) {
      if (number > applied) options.replay(bytes.subarray(record.payloadStart, record.payloadEnd), number);
      number += 1;
      position = record.next;
      continue;
    }
    // A recycled segment holds older records behind its end.
    const isOld = record.kind === "record" && record.number < number;
    const later = findRecord(bytes, position, journalId, number);
    const reason = record.kind === "damaged" ? record.found : "no record";
    if (later !== null && later.number <= applied + 1) {
      options.log.warn({ file: segment.path, byte: position, record: number }, "Skipping damage in applied records");
      number = later.number;
      position = later.start;
      continue;
    }
    if (later !== null || nextFirst !== null) {
      throw corruption(segment, position, number, reason, later?.number ?? nextFirst ?? number);
    }
    if (record.kind === "damaged" && !isOld) await wipeTail(options, segment, bytes, position, number, reason);
    break;
  }
  return { number, position };
}

function corruption(segment: SegmentFile, position: number, number: number, found: string, later: number): StoreError {
  return new StoreError(
    `The journal file ${segment.path} is damaged at byte ${position}: expected record ${number}, found ${found}, while record ${later} exists. Restore the data folder from a backup.`,
  );
}

async function wipeTail(
  options: RecoveryOptions,
  segment: SegmentFile,
  bytes: Buffer,
  position: number,
  number: number,
  found: string,
): Promise<void> {
  options.log.warn(
    { file: segment.path, byte: position, expected: `record ${number}`, found },
    "Dropped a record that was being written when the process ended; it was never acknowledged",
  );
  const file = await openDurable(segment.path);
  try {
    await writeZeros(file, position, bytes.length);
  } finally {
    await file.close();
  }
}
