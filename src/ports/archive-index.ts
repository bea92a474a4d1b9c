import type { IndexInput, IndexState, SearchFound, SearchInput } from "../../workers/archive/archive.types.ts";
import type { Result } from "../core/result.ts";

/** One durable change; without anything to take up or to forget it only tells how far the index is. */
export type IndexChange = Omit<IndexInput, "folder">;
export type IndexQuestion = Omit<SearchInput, "folder">;

/** Which closed chat has which words. It is derived data: it can be made anew out of the store at any time. */
export interface ArchiveIndex {
  /** Whether an index was ever begun here. */
  isBegun(): Promise<boolean>;
  /** How far the index is now; begins a new one when there is none. Nothing is found before. Throws DamagedIndexError. */
  open(): Promise<IndexState>;
  /**
   * Takes up and forgets chats, all or nothing; durable when it resolves. To be done twice is right. Throws DamagedIndexError, IndexChangedError,
   * or what made it fail.
   */
  change(change: IndexChange): Promise<IndexState>;
  /**
   * One page, the chats closed last first. Fails with `overloaded` when too many searches wait, with `timeout` where it ends by itself what takes
   * too long, with `unavailable` when it cannot be reached. Throws DamagedIndexError, or what made it fail.
   */
  search(question: IndexQuestion): Promise<Result<SearchFound>>;
  /** Begins an empty index in place of this one; it is to be opened. */
  replace(): Promise<void>;
  /** Waits for what runs. */
  close(): Promise<void>;
}

/** The index has to be made anew. */
export class DamagedIndexError extends Error {
  override readonly name = "DamagedIndexError";
}

/** Another process changed the index since it was opened or changed here: what was read for this change may be outdated. To be opened again. */
export class IndexChangedError extends Error {
  override readonly name = "IndexChangedError";
}
