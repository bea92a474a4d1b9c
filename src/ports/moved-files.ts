import type { StoredFile } from "./file-store.ts";

/** Files in a place that no service uses meanwhile, each under its token, to be taken to another place. */
export interface MovedFiles {
  /** Tokens of all whole files, in any order. */
  tokens(): AsyncIterable<string>;
  /** `null` when there is no such file. */
  open(token: string): Promise<StoredFile | null>;
  /** Puts a whole file under its token; durable when it resolves. What a killed process left of it is taken away. Rejects with FileStoreError. */
  put(token: string, file: StoredFile): Promise<void>;
  /** Takes the bytes away; fine when there are none. */
  remove(token: string): Promise<void>;
}
