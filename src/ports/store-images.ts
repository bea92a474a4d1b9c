/** What a backup reads of a store while commits go on: its journal. The rows are read by `RowReader`. */
export interface StoreImages {
  /** Names the journal: parts of one journal belong together. */
  readonly journalId: number;
  /** The number of the last record on the disk. */
  last(): number;
  /**
   * Keeps the journal from the record behind `after` on, or, when `after` is absent, every record that the rows on the disk may lack. To be
   * called before the rows are read: then the rows, whenever each of them is read, and the records that are held make one state.
   */
  hold(after?: number): JournalHold;
}

/** Journal records that stay on the disk until they are read; `end` must be called. */
export interface JournalHold {
  /** The number of the record before the first one that is held. */
  readonly before: number;
  /** The number of the last record on the disk. */
  last(): number;
  /**
   * The next records in order, about a mebibyte of them, none behind `through`; `null` when there is none. Records that were read are held
   * no longer. Rejects with JournalGoneError when more had to be held than the disk was to spare.
   */
  read(through: number): Promise<JournalPart | null>;
  end(): Promise<void>;
}

export interface JournalPart {
  readonly first: number;
  readonly last: number;
  /** Unix milliseconds at which the last of them was written; `null` where a program of before did not say. */
  readonly lastAtMs: number | null;
  /** Whole records as they lie in the journal. */
  readonly bytes: Buffer;
}

/** Records were given up before they were read, so that they do not fill the disk. */
export class JournalGoneError extends Error {
  override readonly name = "JournalGoneError";
}
