import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { TableName } from "../../../ports/store.ts";
import { StoreError } from "../../../ports/store-errors.ts";
import { appliedKey, describeKey, isKey } from "../../keys.ts";
import type { RowListener } from "../../references.ts";
import { createReferences } from "../../references.ts";
import { isNowhere, journalFolderOf, rowsFolderOf } from "../folder/data-folder.ts";
import { layoutName, readLayout } from "../folder/layout-file.ts";
import { refuseHalfMigrated } from "../folder/migration-file.ts";
import { takeOwnership } from "../folder/owner.ts";
import type { SegmentFile } from "../journal/journal.ts";
import { findRecord, isReplaced, listSegments, readRecord } from "../journal/journal.ts";
import { isLeftOver, segmentDamage } from "../journal/journal-recovery.ts";
import { hasRowFile, rowFileOf } from "../rows/row-environment.ts";
import { isWholeRow, rowPrefixBytes } from "../rows/row-form.ts";
import { deleted } from "../rows/row-index.ts";
import { WaitingRows } from "../rows/row-layer.ts";
import { decodeRow } from "../rows/row-tables.ts";
import { checkRowFile } from "./check-row-file.ts";
import type { KeyAt } from "./page-tree.ts";

export interface Examination {
  readonly folder: string;
  /** Returns the size of every chat file in this folder, by token. `null` when chat files are stored elsewhere. */
  readonly filesIn: ((folder: string) => Promise<ReadonlyMap<string, number>>) | null;
  /** Receives every row. */
  readonly rows?: RowListener;
  /** Called once for each damaged or missing part. */
  onDamage(text: string): void;
  /** Called for useful facts that are no damage. */
  onNote(text: string): void;
  onProgress(text: string): void;
}

export interface Findings {
  readonly rows: number;
  /** True when every row could be read, so that references between rows can be checked. */
  readonly isWhole: boolean;
  readonly records: number;
  /** 0 when damage prevented the comparison with rows. */
  readonly files: number;
}

/**
 * Reads all of a data folder and changes nothing in it. The folder belongs to this process meanwhile: rejects with
 * StoreInUseError while another process has it, and with StoreError while it is only partly filled. The check does not use LMDB, so that no damage can end the process.
 */
export async function examineFolder(examination: Examination): Promise<Findings> {
  const ownership = await takeOwnership(examination.folder, { onlyReads: true });
  try {
    await refuseHalfMigrated(examination.folder);
    return await examine(examination);
  } finally {
    await ownership.release();
  }
}

async function examine(given: Examination): Promise<Findings> {
  let isWhole = true;
  const onDamage = (text: string): void => {
    isWhole = false;
    given.onDamage(text);
  };
  const examination = { ...given, onDamage };
  const { folder, onProgress } = examination;
  const layout = await reportUnlessRead(examination, () => readLayout(folder));
  if (layout === null) onDamage(`${join(folder, layoutName)} is missing`);

  const references = createReferences();
  const listeners = [references, ...(given.rows === undefined ? [] : [given.rows])];
  const add = (table: TableName, key: string, row: unknown): void => {
    for (const listener of listeners) listener.add(table, key, row);
  };
  const rows = await readRows(examination, add);
  let records = 0;
  if (layout !== null) {
    const { applied } = rows;
    const replayed = new WaitingRows();
    await checkJournal({
      folder: journalFolderOf(folder),
      journalId: layout.journalId,
      applied,
      onRecord(payload, number) {
        records += 1;
        if (number > (applied ?? 0)) replayed.add(payload);
      },
      onDamage,
      onProgress: (path) => onProgress(`reading ${path}`),
    });
    for (let entry = 0; entry < replayed.size; entry += 1) {
      const key = replayed.keyOf(entry);
      const row = replayed.row(entry);
      const { table } = describeKey(key);
      if (table === "store") continue;
      if (row !== deleted) add(table, key, decodeRow(table, row));
      else for (const listener of listeners) listener.remove(table, key);
    }
  }
  if (!isWhole) {
    // Damage may hide rows. Their files would be reported as files without a row.
    examination.onNote("Files and references between rows were not checked: not every row could be read.");
    return { rows: rows.count, isWhole, records, files: 0 };
  }
  onProgress("comparing rows with one another and with the files");
  const filesFolder = join(folder, "files");
  const bytes = (await examination.filesIn?.(filesFolder)) ?? null;
  references.compare(bytes === null ? null : { folder: filesFolder, bytes }, onDamage, examination.onNote);
  return { rows: rows.count, isWhole: true, records, files: bytes?.size ?? 0 };
}

/** Returns in `applied` the last journal record whose rows are stored, or `null` when that row is damaged. */
async function readRows(
  { folder, onDamage, onProgress }: Examination,
  onRow: (table: TableName, key: string, row: unknown) => void,
): Promise<{ readonly count: number; readonly applied: number | null }> {
  const path = rowFileOf(rowsFolderOf(folder));
  let count = 0;
  let applied: number | null = 0;
  if (!(await hasRowFile(path))) return { count, applied };
  const take = (keyAt: KeyAt, stored: Buffer): void => {
    const keyBytes = keyAt.page.subarray(keyAt.start, keyAt.end);
    const key = keyBytes.toString("latin1");
    const { table, text } = describeKey(key);
    if (!isWholeRow(keyBytes, stored)) {
      if (key === appliedKey) applied = null;
      onDamage(`${path}: the row ${text} of the table ${table} is not what was written`);
      return;
    }
    const row = stored.subarray(rowPrefixBytes);
    if (key === appliedKey) {
      applied = row.readDoubleBE();
      return;
    }
    count += 1;
    if (table === "store" || !isKey(key)) {
      onDamage(`${path}: a row has the key ${text}, which no table has`);
      return;
    }
    try {
      onRow(table, key, decodeRow(table, row));
    } catch (error) {
      onDamage(`${path}: the row ${text} of the table ${table} cannot be read: ${String(error)}`);
    }
  };
  try {
    await checkRowFile({
      path,
      wholeBytesMax: Number.POSITIVE_INFINITY,
      onRow: take,
      onProgress: (page, pages) => onProgress(`reading page ${page} of ${pages} of ${path}`),
    });
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    onDamage(error.message);
    return { count, applied: null };
  }
  const { size } = await stat(path);
  onProgress(`read ${size} bytes of ${path}`);
  return { count, applied };
}

async function reportUnlessRead<Value>(examination: Examination, read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    examination.onDamage(error.message);
    return null;
  }
}

interface JournalCheck {
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
async function checkJournal(check: JournalCheck): Promise<void> {
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
