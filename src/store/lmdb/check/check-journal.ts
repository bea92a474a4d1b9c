import { readFile } from "node:fs/promises";
import { StoreError } from "../../../ports/store-errors.ts";
import { isNowhere } from "../folder/data-folder.ts";
import type { SegmentFile } from "../journal/journal-files.ts";
import { isReplaced, listSegments } from "../journal/journal-files.ts";
import { findRecord, readRecord } from "../journal/journal-record.ts";
import { isLeftOver, segmentDamage } from "../journal/journal-recovery.ts";

export interface JournalCheck {
  readonly folder: string;
  readonly journalId: number;
  /** The rows contain every record up to this one. `null` when this is unknown. */
  readonly applied: number | null;
  /** Called for every record, in order. */
  onRecord(payload: Buffer, number: number): void;
  onDamage(text: string): void;
  onProgress(path: string): void;
}

/** Reads every segment, also segments that are no longer needed, and changes nothing. Rejects when the system cannot read a file. */
export async function checkJournal(check: JournalCheck): Promise<void> {
  const { folder, applied, onDamage } = check;
  const segments = (await segmentsOf(folder)).filter((...place) => !isReplaced(...place));
  const [oldest] = segments;
  if (oldest === undefined) {
    if (applied !== null && applied > 0)
      onDamage(`${folder}: the journal is missing, the rows hold records up to ${applied}`);
    return;
  }
  if (applied !== null && oldest.first > applied + 1) {
    onDamage(
      `${oldest.path}: expected a journal from record ${applied + 1} on, but its first record is ${oldest.first}`,
    );
  }
  let last = 0;
  for (const [index, segment] of segments.entries()) {
    check.onProgress(segment.path);
    last = await readSegment(check, segment, segments[index + 1]?.first ?? null);
  }
  if (applied !== null && last < applied) {
    onDamage(
      `${segments.at(-1)?.path ?? folder}: the rows hold records up to ${applied}, but the last record in the journal is ${last}`,
    );
  }
}

async function segmentsOf(folder: string): Promise<readonly SegmentFile[]> {
  try {
    return await listSegments(folder);
  } catch (error) {
    if (isNowhere(error)) return [];
    throw error;
  }
}

/** Returns the number of the segment's last record. */
async function readSegment(check: JournalCheck, segment: SegmentFile, nextFirst: number | null): Promise<number> {
  const { journalId, onDamage } = check;
  const bytes = await readFile(segment.path);
  const wrong = segmentDamage(journalId, segment, bytes);
  if (wrong !== null) onDamage(wrong);
  let number = segment.first;
  let position = 0;
  while (nextFirst === null || number < nextFirst) {
    const record = readRecord(bytes, position, journalId);
    if (record.kind === "record" && record.number === number) {
      readPayload(check, segment, bytes.subarray(record.payloadStart, record.payloadEnd), number);
      number += 1;
      position = record.next;
      continue;
    }
    const later = findRecord(bytes, position, journalId, number);
    if (later === null && nextFirst === null) break;
    const found = record.kind === "damaged" && !isLeftOver(bytes, position, journalId, number) ? record.found : "none";
    onDamage(`${segment.path}, byte ${position}: expected record ${number}, found ${found}`);
    if (later === null) return (nextFirst ?? number) - 1;
    number = later.number;
    position = later.start;
  }
  return number - 1;
}

function readPayload(check: JournalCheck, segment: SegmentFile, payload: Buffer, number: number): void {
  try {
    check.onRecord(payload, number);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    check.onDamage(`${segment.path}: record ${number} is complete, but it cannot be read: ${String(error)}`);
  }
}
