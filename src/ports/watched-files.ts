import type { FileStore } from "./file-store.ts";

/** A place of files that a backup follows. */
export interface WatchedFiles extends FileStore {
  /** Begins to note added and removed files; the caller must call `end`. */
  watch(): FileWatch;
}

export interface FileWatch {
  /** The tokens of all complete files, in any order. */
  tokens(): AsyncIterable<string>;
  /** Tokens of files that were added since the watch began, or since the last call: each before a row names it. */
  added(): readonly string[];
  /** Tokens of files that were removed since then. */
  removed(): readonly string[];
  /** From now on files that are to be removed stay until the watch ends. */
  holdRemovals(): void;
  end(): void;
}
