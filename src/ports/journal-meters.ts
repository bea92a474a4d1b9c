import type { Durations } from "../core/telemetry/durations.ts";

/** Numbers that an embedded store keeps of its journal, for occasional reads. */
export interface JournalMeters {
  /** From the moment the journal gets a record until the record is on the disk. */
  readonly writes: Durations;
  /** Records of the journal that are not among the rows yet. */
  readonly lag: JournalLag;
}

export interface JournalLag {
  readonly records: number;
  readonly bytes: number;
}
