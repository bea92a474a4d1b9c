import type { StoredFile } from "../../ports/file-store.ts";

/** The bytes of a new file, complete. */
export interface WholeFile {
  readonly bytes: number;
  /** Fills `target` from `position` on; answers how many bytes came, 0 at the end. Rejects with FileStoreError. */
  read(target: Uint8Array, position: number): Promise<number>;
}

/** Where whole files lie across a network, each under its token. Everything rejects with FileStoreError, within a time. */
export interface ObjectPlace {
  /** Resolves when the place answers. */
  probe(): Promise<void>;
  /** The whole file is there for good when this resolves, and nothing of it, or all, when it rejects. */
  put(token: string, file: WholeFile): Promise<void>;
  /** `null` when there is no such file. */
  open(token: string): Promise<StoredFile | null>;
  /** Fine when there is none. */
  remove(token: string): Promise<void>;
  /** The tokens of all files that have been there for so long, by the clock of the place, in pages. */
  tokensOlderThan(ageMs: number): AsyncIterable<readonly string[]>;
}
