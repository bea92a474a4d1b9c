/** The journal of a store, which a backup reads while commits continue. `RowReader` reads the rows. */
export interface StoreImages {
  /** Identifies the journal: all parts of one journal have this number. */
  readonly journalId: number;
  /** The number of the last record on the disk. */
  last(): number;
  /**
   * Keeps the journal from the record after `after` on. If `after` is absent, it keeps every record that the rows on the disk may
   * lack. Call it before the rows are read: then the rows, at whatever time each is read, and the kept records together give one
   * state.
   */
  hold(after?: number): JournalHold;
}

/** Journal records that stay on the disk until they are read; the caller must call `end`. */
export interface JournalHold {
  /** The number of the record before the first one that is held. */
  readonly before: number;
  /** The number of the last record on the disk. */
  last(): number;
  /**
   * The next records in order, about a mebibyte of them, none after `through`; `null` when there is none. Records are released as
   * soon as they are read. Rejects with JournalGoneError when the held records would have taken more of the disk than allowed.
   */
  read(through: number): Promise<JournalPart | null>;
  end(): Promise<void>;
}

export interface JournalPart {
  readonly first: number;
  readonly last: number;
  /** When the last of them was written, Unix milliseconds. */
  readonly lastAtMs: number;
  /** Complete records in the form of the journal. */
  readonly bytes: Buffer;
}

/** Records were given up before they were read, so that they do not fill the disk. */
export class JournalGoneError extends Error {
  override readonly name = "JournalGoneError";
}
