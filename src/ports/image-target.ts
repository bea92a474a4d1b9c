/**
 * A store that is filled from a backup. From `begin` to `finish` no service starts on it, also when this process is killed; after a
 * kill, begin again.
 */
export interface ImageTarget {
  /** The purpose given to `begin`, until `finish` is called; `null` when no restore is in progress. */
  readonly underWay: string | null;
  /** Whether the store contains no data of a service. */
  isEmpty(): Promise<boolean>;
  /** Removes the present content, and stores the purpose. */
  begin(purpose: string): Promise<void>;
  /** Writes the rows of a `RowPage`, with their checksums unchanged. */
  putRows(payload: Uint8Array): Promise<void>;
  /**
   * Applies the writes of journal records to the rows. Rejects with StoreError when an earlier record is missing, or a record is
   * damaged or of a newer version.
   */
  replay(journal: ReplayedJournal): Promise<ReplayedUpTo>;
  /** Lets a service start, which takes the store for a copy of the state of this moment, in Unix milliseconds. */
  finish(stateAtMs: number): Promise<void>;
  /** Releases the store for other processes. */
  close(): Promise<void>;
}

export interface ReplayedJournal {
  /** Complete records in the form of the journal. */
  readonly bytes: Buffer;
  /** The `formVersion` of the program that wrote them. */
  readonly form: number;
  readonly journalId: number;
  /** The number of the last record that was replayed; records up to it are skipped. */
  readonly after: number;
  /** Records after this one are not replayed; absent, there is no such limit. */
  readonly through?: number;
  /** Records written later than this are not replayed; absent, there is no such limit. Unix milliseconds. */
  readonly untilMs?: number;
}

export interface ReplayedUpTo {
  /** The last record that was replayed. */
  readonly number: number;
  /** When that record was written; `null` when none was replayed, or its time is not known. */
  readonly atMs: number | null;
  /** A record was not replayed because it was written later. */
  readonly isOver: boolean;
}
