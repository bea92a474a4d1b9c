/**
 * The bytes of files, each under a token that nobody can guess. Rows of the store contain a file's chat, name and type. No code
 * here keeps a complete file in memory.
 */
export interface FileStore {
  /**
   * Begins a file under a new token. The first write is the first use of the disk, and rejects early when the place of the files
   * cannot be reached.
   */
  begin(): NewFile;
  /** `null` when there is no such file. */
  open(token: string): Promise<StoredFile | null>;
  /** Removes the bytes; no error when there are none. */
  remove(token: string): Promise<void>;
  /**
   * Removes what a crash left: parts of files, and files for which `hasRow` finds no row. Files that any process is writing stay.
   * Of several processes one sweeps. Returns the number of removed files.
   */
  sweep(hasRow: (token: string) => boolean | Promise<boolean>): Promise<number>;
  /** Resolves when every file that was begun is kept or discarded. */
  whenQuiet(): Promise<void>;
}

/** A file that is being written; the caller must call `keep` or `discard` at the end. */
export interface NewFile {
  /** 192 random bits, base64url. */
  readonly token: string;
  /** Writes the bytes at their position, in any order; one call at a time. Rejects with FileStoreError. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  /**
   * Writes before it returns, also during a `write`: for bytes that memory has no room for. Returns false, and writes nothing,
   * before the first `write` has reached the disk. Throws FileStoreError.
   */
  writeNow(bytes: Uint8Array, position: number): boolean;
  /**
   * Puts the file in its final place, then calls `commitRows`: a row never names a missing file. When either fails, or `commitRows`
   * returns that the file is not wanted any more, nothing is left, or the sweep removes it. Returns the value of `commitRows`.
   */
  keep(commitRows: () => Promise<boolean>): Promise<boolean>;
  /** Removes everything. Also resolves when the bytes cannot be removed now: the next sweep removes them. */
  discard(): Promise<void>;
}

/** A file opened for reading; `close` must be called. */
export interface StoredFile {
  readonly bytes: number;
  /** Fills `target` from `position` on; returns the number of bytes read, 0 at the end. Rejects with FileStoreError. */
  read(target: Uint8Array, position: number): Promise<number>;
  close(): Promise<void>;
}

/**
 * `full`: there is no space. `away`: a place across a network is unreachable, or accepts nothing now. `broken`: any other cause,
 * possibly a fault of the disk.
 */
export type FileFault = "full" | "away" | "broken";

/** The place of the files failed; `message` names the place and the failure. It contains no token and no secret. */
export class FileStoreError extends Error {
  override readonly name = "FileStoreError";
  readonly fault: FileFault;

  constructor(message: string, fault: FileFault) {
    super(message);
    this.fault = fault;
  }
}
