import { records } from "../../../codec/proto/generated/records.js";
import { StoreError } from "../../../ports/store-errors.ts";
import type { RawRow } from "../../erasure-rows.ts";
import { asPendingErasure, isErasureKey } from "../../erasure-rows.ts";
import { rowPrefixBytes } from "../rows/row-form.ts";
import { readRecord } from "./journal.ts";

export interface SearchedJournal {
  /** Complete records of a journal. */
  readonly bytes: Buffer;
  readonly journalId: number;
  /** Records up to this one are skipped. */
  readonly after: number;
}

/**
 * Returns the client erasures in these records as pending ones: a store restored from an older copy must repeat them. Throws
 * StoreError for a damaged record.
 */
export function erasuresIn({ bytes, journalId, after }: SearchedJournal): readonly RawRow[] {
  const found: RawRow[] = [];
  for (let start = 0; start < bytes.length; ) {
    const record = readRecord(bytes, start, journalId);
    if (record.kind !== "record")
      throw new StoreError(`The copy of the journal is damaged at byte ${start} of a part after record ${after}`);
    start = record.next;
    if (record.number > after) found.push(...erasuresOf(bytes.subarray(record.payloadStart, record.payloadEnd)));
  }
  return found;
}

const erasuresOf = (payload: Buffer): readonly RawRow[] =>
  records.GroupCommit.decode(payload).writes.flatMap(({ key, row }) => {
    const text = Buffer.from(key ?? []).toString("latin1");
    if (!isErasureKey(text) || row === null || row === undefined) return [];
    return [asPendingErasure({ key: text, row: row.subarray(rowPrefixBytes) })];
  });
