import type { StoredFile } from "../../ports/file-store.ts";

/** The bytes of a new file, complete. */
export interface WholeFile {
  readonly bytes: number;
  /** Fills `target` from `position` on. Returns the number of bytes, 0 at the end. Rejects with FileStoreError. */
  read(target: Uint8Array, position: number): Promise<number>;
}

/**
 * A place for complete files across the network, each under its token. Every method rejects with FileStoreError, within a time
 * limit.
 */
export interface ObjectPlace {
  /** Resolves when the place responds. */
  probe(): Promise<void>;
  /** The complete file is durable when this resolves. When it rejects, either nothing or the complete file is stored. */
  put(token: string, file: WholeFile): Promise<void>;
  /** `null` when there is no such file. */
  open(token: string): Promise<StoredFile | null>;
  /** A missing file is not an error. */
  remove(token: string): Promise<void>;
  /** Yields, in pages, the tokens of all files that are at least this old by the clock of the place. */
  tokensOlderThan(ageMs: number): AsyncIterable<readonly string[]>;
}
