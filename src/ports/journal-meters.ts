import type { Durations } from "../core/telemetry/durations.ts";

/** What an embedded store tells of its journal: numbers that somebody reads now and then. */
export interface JournalMeters {
  /** From the moment a record is handed to the journal until it is on the disk. */
  readonly writes: Durations;
  /** What the journal holds that is not among the rows yet. */
  readonly lag: JournalLag;
}

export interface JournalLag {
  readonly records: number;
  readonly bytes: number;
}
