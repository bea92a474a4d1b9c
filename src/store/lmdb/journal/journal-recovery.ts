import { readFile, unlink } from "node:fs/promises";
import { StoreError } from "../../../ports/store-errors.ts";
import type { StoreLog } from "../store-log.ts";
import type { SegmentFile } from "./journal-files.ts";
import { isReplaced, listSegments, openDurable, writeZeros } from "./journal-files.ts";
import { findRecord, readRecord } from "./journal-record.ts";

export interface RecoveryOptions {
  readonly folder: string;
  readonly journalId: number;
  /** Every record up to this number is already in the rows. */
  readonly applied: number;
  readonly log: StoreLog;
  /** Length of the shortest segment that a program of the former layout made. */
  readonly formerBytesMin: number;
  /** Called for every record behind `applied`, in order. */
  replay(payload: Buffer, recordNumber: number): void;
}

/** Where the journal goes on, and the segments that are there: also those before, which a kill kept from being given back. */
export interface JournalEnd {
  readonly segments: readonly SegmentFile[];
  readonly lastNumber: number;
  /** Bytes of the last segment that are taken. */
  readonly position: number;
}

/**
 * Reads the journal behind `applied`. A record at the very end that is not whole was never acknowledged: it is wiped
 * and reported. Throws StoreError when records that are needed are missing or damaged: a segment is always as long as its
 * name says, and a record is in the journal before its rows are in the environment, so that the journal never ends before them.
 */
export async function recoverJournal(options: RecoveryOptions): Promise<JournalEnd> {
  const { folder, applied } = options;
  const all = await removeReplaced(await listSegments(folder));
  const begin = all.findLastIndex((segment) => segment.first <= applied + 1);
  const [oldest] = all;
  if (begin < 0) {
    if (oldest === undefined && applied === 0) return { segments: [], lastNumber: 0, position: 0 };
    const held = oldest === undefined ? "the journal is missing" : `the journal begins with record ${oldest.first}`;
    throw new StoreError(
      `The rows beside ${folder} hold records up to ${applied}, but ${held}: expected record ${applied + 1}. ${advice}`,
    );
  }
  let end = { number: all[begin]?.first ?? 1, position: 0 };
  for (let index = begin; index < all.length; index += 1) {
    const segment = all[index];
    if (segment !== undefined) end = await readSegment(options, segment, all[index + 1]?.first ?? null);
  }
  const lastNumber = end.number - 1;
  const last = all.at(-1);
  if (lastNumber < applied && last !== undefined) throw shortJournal(last, end.position, lastNumber, applied);
  return { segments: all, lastNumber, position: end.position };
}

/** A kill may leave a segment that was given up beside the one that took its place. */
async function removeReplaced(all: readonly SegmentFile[]): Promise<readonly SegmentFile[]> {
  for (const { path } of all.filter(isReplaced)) await unlink(path);
  return all.filter((...place) => !isReplaced(...place));
}

/** Answers the number of the next record and where it belongs. `nextFirst` is the first record of the next segment. */
async function readSegment(options: RecoveryOptions, segment: SegmentFile, nextFirst: number | null) {
  const { journalId, applied } = options;
  const bytes = await readFile(segment.path);
  const wrong = segmentDamage(options, segment, bytes);
  if (wrong !== null) throw new StoreError(`${wrong}. ${advice}`);
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
    const isOld = isLeftOver(bytes, position, journalId, number);
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

/** A segment used before holds older records behind its end; one of them may be cut by what was written since. */
export function isLeftOver(bytes: Buffer, position: number, journalId: number, number: number): boolean {
  const record = readRecord(bytes, position, journalId);
  if (record.kind === "record") return record.number < number;
  const isBegun = position + 4 <= bytes.length && bytes.readUInt32BE(position) === journalId;
  return !isBegun && findRecord(bytes, position, journalId, 0) !== null;
}

/** What is wrong with a segment as a whole; `null` when it is as long as its name says and begins as one of this journal. */
export function segmentDamage(
  { journalId, formerBytesMin }: Pick<RecoveryOptions, "journalId" | "formerBytesMin">,
  segment: SegmentFile,
  found: Buffer,
): string | null {
  const isWhole = segment.bytes === null ? found.length >= formerBytesMin : found.length === segment.bytes;
  if (!isWhole) {
    const expected = segment.bytes === null ? `at least ${formerBytesMin}` : segment.bytes;
    return `The journal file ${segment.path} is damaged: expected ${expected} bytes, found ${found.length}`;
  }
  const id = found.length < 4 ? 0 : found.readUInt32BE(0);
  if (isBegunId(id, journalId)) return null;
  return `The journal file ${segment.path} is damaged at byte 0: expected the journal's id ${hex(journalId)}, as layout.json has it, found ${hex(id)}`;
}

/** A kill may leave the first bytes of an id alone: the rest of it is still zero. */
const isBegunId = (id: number, journalId: number): boolean =>
  [0, 8, 16, 24, 32].some(
    (missingBits) => BigInt(id) === (BigInt(journalId) >> BigInt(missingBits)) << BigInt(missingBits),
  );

const advice = "Restore the data folder from a backup.";
const hex = (value: number): string => value.toString(16).padStart(8, "0");

const shortJournal = (segment: SegmentFile, position: number, lastNumber: number, applied: number): StoreError =>
  new StoreError(
    `The journal file ${segment.path} is damaged at byte ${position}: expected records up to ${applied} at least, which the rows hold, found the last to be record ${lastNumber}. ${advice}`,
  );

function corruption(segment: SegmentFile, position: number, number: number, found: string, later: number): StoreError {
  return new StoreError(
    `The journal file ${segment.path} is damaged at byte ${position}: expected record ${number}, found ${found}, while record ${later} exists. ${advice}`,
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
