import { firstFormVersion, formVersion, fromBeforeFirst } from "../../../codec/proto/form-version.ts";
import type { ReplayedJournal, ReplayedUpTo } from "../../../ports/image-target.ts";
import { StoreError } from "../../../ports/store-errors.ts";
import { readRecord } from "./journal.ts";
import { atMsOf } from "./journal-reader.ts";

/** Checks that each wanted record can be replayed. Throws and returns like `eachRecordIn`. */
export const checkRecordsIn = (journal: ReplayedJournal): ReplayedUpTo => eachRecordIn(journal, () => undefined);

/** Calls `onRecord` for each wanted record, in order. Throws StoreError when one is missing, damaged or of a newer version. */
export function eachRecordIn(journal: ReplayedJournal, onRecord: (payload: Buffer) => void): ReplayedUpTo {
  const { bytes, form, journalId, after } = journal;
  const { through = Number.POSITIVE_INFINITY, untilMs = Number.POSITIVE_INFINITY } = journal;
  let number = after;
  let atMs: number | null = null;
  for (let start = 0; start < bytes.length; ) {
    const record = readRecord(bytes, start, journalId);
    if (record.kind !== "record")
      throw new StoreError(`The copy of the journal is damaged after record ${number}, at byte ${start} of its part`);
    start = record.next;
    if (record.number <= number) continue;
    if (record.number > number + 1)
      throw new StoreError(
        `The copy of the journal has no record ${number + 1}: after record ${number} follows record ${record.number}`,
      );
    if (record.number > through) break;
    const payload = bytes.subarray(record.payloadStart, record.payloadEnd);
    const writtenAtMs = atMsOf(payload);
    if (writtenAtMs > untilMs) return { number, atMs, isOver: true };
    if (form < firstFormVersion)
      throw new StoreError(
        `The copy of the journal continues after record ${number} in form ${form}; ${fromBeforeFirst}`,
      );
    if (form > formVersion)
      throw new StoreError(
        `The copy of the journal continues after record ${number} in form ${form} of a newer version of the service; this program reads forms up to ${formVersion}. Restore it with that version, or restore a time before the upgrade.`,
      );
    onRecord(payload);
    number = record.number;
    atMs = writtenAtMs;
  }
  return { number, atMs, isOver: false };
}
