/**
 * The bytes of files, each under a token that nobody can guess. Which chat a file belongs to, its name and type are rows of the
 * store. Nothing here holds a whole file in memory.
 */
export interface FileStore {
  /** Begins a file under a new token; touches the disk with the first write. */
  begin(): NewFile;
  /** `null` when there is no such file. */
  open(token: string): Promise<StoredFile | null>;
  /** Takes the bytes away; fine when there are none. */
  remove(token: string): Promise<void>;
  /**
   * Takes away what a crash left: parts of files, and files of whose row `hasRow` knows nothing. What is being written now is left
   * alone. Answers how many files went.
   */
  sweep(hasRow: (token: string) => boolean | Promise<boolean>): Promise<number>;
  /** Resolves when every file that was begun is kept or discarded. */
  whenQuiet(): Promise<void>;
}

/** A file that is being written; ends with `keep` or `discard`, which must be called. */
export interface NewFile {
  /** 192 random bits, base64url. */
  readonly token: string;
  /** Puts the bytes where they belong in the file, in any order; one at a time. Rejects with FileStoreError. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  /**
   * The same before it returns, also while a `write` is under way: for what there is no memory for. Answers false, and takes nothing,
   * before the first `write` has reached the disk. Throws FileStoreError.
   */
  writeNow(bytes: Uint8Array, position: number): boolean;
  /**
   * Puts the file on the disk for good, then has its rows committed: a row never stands for a file that is not there. When either
   * fails, or `commitRows` answers that the file is not wanted any more, nothing is left. Answers what `commitRows` answered.
   */
  keep(commitRows: () => Promise<boolean>): Promise<boolean>;
  /** Leaves nothing. Resolves as well when the part cannot be removed now: the next sweep does it. */
  discard(): Promise<void>;
}

/** A file opened for reading; `close` must be called. */
export interface StoredFile {
  readonly bytes: number;
  /** Fills `target` from `position` on; answers how many bytes came, 0 at the end. Rejects with FileStoreError. */
  read(target: Uint8Array, position: number): Promise<number>;
  close(): Promise<void>;
}

/** The disk could not do it; `message` names the folder and what failed. */
export class FileStoreError extends Error {
  override readonly name = "FileStoreError";
  /** The disk has no room; anything else may be a fault of it. */
  readonly isDiskFull: boolean;

  constructor(message: string, isDiskFull: boolean) {
    super(message);
    this.isDiskFull = isDiskFull;
  }
}
