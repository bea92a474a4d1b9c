import type { FileStore } from "./file-store.ts";

/** A place of files that a backup follows. */
export interface WatchedFiles extends FileStore {
  /** Begins to note what comes and goes; `end` must be called. */
  watch(): FileWatch;
}

export interface FileWatch {
  /** The tokens of all whole files that are there, in any order. */
  tokens(): AsyncIterable<string>;
  /** Those that came since the watch began, or since this was called last: each before a row names it. */
  added(): readonly string[];
  /** Those that were taken away since then. */
  removed(): readonly string[];
  /** From now on files that are to go stay until the watch ends. */
  holdRemovals(): void;
  end(): void;
}
