import type { IndexInput, IndexState, SearchFound, SearchInput } from "../../workers/archive/archive.types.ts";
import type { Result } from "../core/result.ts";

/** One durable change. A change without chats to add or forget only stores the new position of the index. */
export type IndexChange = Omit<IndexInput, "folder">;
export type IndexQuestion = Omit<SearchInput, "folder">;

/** The words of every closed chat. Derived data: it can be rebuilt from the store at any time. */
export interface ArchiveIndex {
  /** Whether an index has ever been created here. */
  isBegun(): Promise<boolean>;
  /** The state of the index; creates one when it is missing. A search before `open` finds nothing. Throws DamagedIndexError. */
  open(): Promise<IndexState>;
  /**
   * Adds and forgets chats, all or nothing; durable when it resolves. A repeat does no harm. Throws DamagedIndexError,
   * IndexChangedError, or the cause of its failure.
   */
  change(change: IndexChange): Promise<IndexState>;
  /**
   * One page, in the order of closing that the question wants. Fails with `overloaded` when too many searches wait, with `timeout` where the index
   * itself ends long searches, with `unavailable` when it cannot be reached. Throws DamagedIndexError, or the cause of its failure.
   */
  search(question: IndexQuestion): Promise<Result<SearchFound>>;
  /** Replaces this index by an empty one; open it afterwards. */
  replace(): Promise<void>;
  /** Waits for running work. */
  close(): Promise<void>;
}

/** The index must be rebuilt. */
export class DamagedIndexError extends Error {
  override readonly name = "DamagedIndexError";
}

/**
 * Another process changed the index after it was opened or changed here, so that the data read for this change may be outdated.
 * Open it again.
 */
export class IndexChangedError extends Error {
  override readonly name = "IndexChangedError";
}
