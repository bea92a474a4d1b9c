import { readFile, unlink } from "node:fs/promises";
import { StoreError } from "../../../ports/store-errors.ts";
import type { StoreLog } from "../store-log.ts";
import type { SegmentFile } from "./journal.ts";
import { findRecord, isReplaced, listSegments, openDurable, readRecord, writeZeros } from "./journal.ts";

export interface RecoveryOptions {
  readonly folder: string;
  readonly journalId: number;
  /** Every record up to this number is already in the rows. */
  readonly applied: number;
  readonly log: StoreLog;
  /** Called for every record after `applied`, in order. */
  replay(payload: Buffer, recordNumber: number): void;
}

/** The position of the next record, and all present segments: also older ones that remain after a kill. */
export interface JournalEnd {
  readonly segments: readonly SegmentFile[];
  readonly lastNumber: number;
  /** The number of used bytes in the last segment. */
  readonly position: number;
}

/**
 * Reads the journal after `applied`. An incomplete record at the very end is wiped and reported. It
 * was never acknowledged, unless the disk lost what it had confirmed: nothing tells these apart.
 * Rejects with StoreError when needed records are missing or damaged. A segment is always as long as its name says. A record is
 * in the journal before its rows are in the environment, so an intact journal never ends before `applied`.
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

/** A kill may leave an abandoned segment beside its replacement. */
async function removeReplaced(all: readonly SegmentFile[]): Promise<readonly SegmentFile[]> {
  for (const { path } of all.filter(isReplaced)) await unlink(path);
  return all.filter((...place) => !isReplaced(...place));
}

/** Returns the number and the position of the next record. `nextFirst` is the first record of the next segment. */
async function readSegment(options: RecoveryOptions, segment: SegmentFile, nextFirst: number | null) {
  const { journalId, applied } = options;
  const bytes = await readFile(segment.path);
  const wrong = segmentDamage(journalId, segment, bytes);
  if (wrong !== null) throw new StoreError(`${wrong}. ${advice}`);
  let number = segment.first;
  let position = 0;
  // A segment that was abandoned after a failed write may still have that record. The next segment has the same number again.
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

/** A reused segment has older records after its end. A newer record may have overwritten a part of one. */
export function isLeftOver(bytes: Buffer, position: number, journalId: number, number: number): boolean {
  const record = readRecord(bytes, position, journalId);
  if (record.kind === "record") return record.number < number;
  const isBegun = position + 4 <= bytes.length && bytes.readUInt32BE(position) === journalId;
  return !isBegun && findRecord(bytes, position, journalId, 0) !== null;
}

/** Returns the damage of a segment as a whole, or `null` when its length matches its name and it starts with the id of this journal. */
export function segmentDamage(journalId: number, segment: SegmentFile, found: Buffer): string | null {
  if (found.length !== segment.bytes)
    return `The journal file ${segment.path} is damaged: expected ${segment.bytes} bytes, found ${found.length}`;
  const id = found.length < 4 ? 0 : found.readUInt32BE(0);
  if (isBegunId(id, journalId)) return null;
  return `The journal file ${segment.path} is damaged at byte 0: expected the journal's id ${hex(journalId)} from layout.json, found ${hex(id)}`;
}

/** After a kill a segment may have only the first bytes of the id. The rest is still zero. */
const isBegunId = (id: number, journalId: number): boolean =>
  [0, 8, 16, 24, 32].some(
    (missingBits) => BigInt(id) === (BigInt(journalId) >> BigInt(missingBits)) << BigInt(missingBits),
  );

const advice = "Restore the data folder from a backup.";
const hex = (value: number): string => value.toString(16).padStart(8, "0");

const shortJournal = (segment: SegmentFile, position: number, lastNumber: number, applied: number): StoreError =>
  new StoreError(
    `The journal file ${segment.path} is damaged at byte ${position}: the rows hold records up to ${applied}, but the last record in the journal is ${lastNumber}. ${advice}`,
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
    "The last record of the journal is incomplete and was dropped. A process that ends while it writes leaves such a record, which nobody was told of; a disk that lost what it had confirmed leaves one too",
  );
  const file = await openDurable(segment.path);
  try {
    await writeZeros(file, position, bytes.length);
  } finally {
    await file.close();
  }
}
