import type { StoredFile } from "./file-store.ts";

/** Files in a place that no service uses during the move, each under its token. */
export interface MovedFiles {
  /** Tokens of all complete files, in any order. */
  tokens(): AsyncIterable<string>;
  /** `null` when there is no such file. */
  open(token: string): Promise<StoredFile | null>;
  /**
   * Writes a complete file under its token; durable when it resolves. Removes the part that a killed process left of it. Rejects
   * with FileStoreError.
   */
  put(token: string, file: StoredFile): Promise<void>;
  /** Removes the bytes; no error when there are none. */
  remove(token: string): Promise<void>;
}
