/**
 * A store that is filled from a backup. From `begin` to `finish` no service starts on it, whatever becomes of this process; after a
 * kill it is begun anew.
 */
export interface ImageTarget {
  /** What `begin` was told, as long as `finish` has not been called; `null` where nothing is under way. */
  readonly underWay: string | null;
  /** Whether nothing that a service put there would be overwritten. */
  isEmpty(): Promise<boolean>;
  /** Takes away what is there, and notes for whom the store is filled. */
  begin(purpose: string): Promise<void>;
  /** Puts rows as a `RowPage` has them, their checksums as they were. */
  putRows(payload: Uint8Array): Promise<void>;
  /** Puts what journal records wrote, above the rows. Rejects with StoreError when a record before them is missing, or one is damaged or of a newer version. */
  replay(journal: ReplayedJournal): Promise<ReplayedUpTo>;
  /** Lets a service start. */
  finish(): Promise<void>;
  /** Lets others have the store. */
  close(): Promise<void>;
}

export interface ReplayedJournal {
  /** Whole records as they lie in a journal. */
  readonly bytes: Buffer;
  /** The form of their rows; that of this program or an earlier one when absent. */
  readonly form?: number;
  readonly journalId: number;
  /** The number of the last record that was replayed; records up to it are passed over. */
  readonly after: number;
  /** Records behind this one are left; none when absent. */
  readonly through?: number;
  /** Records written later than this are left; none when absent. Unix milliseconds. */
  readonly untilMs?: number;
}

export interface ReplayedUpTo {
  /** The last record that was replayed. */
  readonly number: number;
  /** When it was written; `null` when none was replayed, or its time is not known. */
  readonly atMs: number | null;
  /** A record was left because it was written later. */
  readonly isOver: boolean;
}
