import { formVersion } from "../../../codec/proto/form-version.ts";
import type { ReplayedJournal, ReplayedUpTo } from "../../../ports/image-target.ts";
import { StoreError } from "../../../ports/store-errors.ts";
import { atMsOf } from "./journal-reader.ts";
import { readRecord } from "./journal-record.ts";

/** Whether each record that is wanted can be replayed; as `eachRecordIn`. */
export const checkRecordsIn = (journal: ReplayedJournal): ReplayedUpTo => eachRecordIn(journal, () => undefined);

/** Calls back for each record that is wanted, in order. Throws StoreError when one is missing, damaged or of a newer version. */
export function eachRecordIn(journal: ReplayedJournal, onRecord: (payload: Buffer) => void): ReplayedUpTo {
  const { bytes, form = formVersion, journalId, after } = journal;
  const { through = Number.POSITIVE_INFINITY, untilMs = Number.POSITIVE_INFINITY } = journal;
  let number = after;
  let atMs: number | null = null;
  for (let start = 0; start < bytes.length; ) {
    const record = readRecord(bytes, start, journalId);
    if (record.kind !== "record")
      throw new StoreError(`The copy of the journal is damaged behind record ${number}, at byte ${start} of its part`);
    start = record.next;
    if (record.number <= number) continue;
    if (record.number > number + 1)
      throw new StoreError(
        `The copy of the journal has no record ${number + 1}: behind record ${number} comes record ${record.number}`,
      );
    if (record.number > through) break;
    const payload = bytes.subarray(record.payloadStart, record.payloadEnd);
    const writtenAtMs = atMsOf(payload);
    if (writtenAtMs !== null && writtenAtMs > untilMs) return { number, atMs, isOver: true };
    if (form > formVersion)
      throw new StoreError(
        `The copy of the journal goes on behind record ${number} in form ${form}, of a newer version of the service; this program reads forms up to ${formVersion}. Restore it with that version, or a moment before the upgrade.`,
      );
    onRecord(payload);
    number = record.number;
    atMs = writtenAtMs ?? atMs;
  }
  return { number, atMs, isOver: false };
}
