/**
 * The bytes of files, each under a token that nobody can guess. Which chat a file belongs to, its name and type are rows of the
 * store. Nothing here holds a whole file in memory.
 */
export interface FileStore {
  /** Begins a file under a new token; touches the disk with the first write, which rejects early when the place of the files is away. */
  begin(): NewFile;
  /** `null` when there is no such file. */
  open(token: string): Promise<StoredFile | null>;
  /** Takes the bytes away; fine when there are none. */
  remove(token: string): Promise<void>;
  /**
   * Takes away what a crash left: parts of files, and files of whose row `hasRow` knows nothing. What is being written now is left
   * alone, by whichever process; of several processes one does it. Answers how many files went.
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
   * Puts the file where it lies for good, then has its rows committed: a row never stands for a file that is not there. When either
   * fails, or `commitRows` answers that the file is not wanted any more, nothing is left, or the sweep takes it. Answers what
   * `commitRows` answered.
   */
  keep(commitRows: () => Promise<boolean>): Promise<boolean>;
  /** Leaves nothing. Resolves as well when what is there cannot be removed now: the next sweep does it. */
  discard(): Promise<void>;
}

/** A file opened for reading; `close` must be called. */
export interface StoredFile {
  readonly bytes: number;
  /** Fills `target` from `position` on; answers how many bytes came, 0 at the end. Rejects with FileStoreError. */
  read(target: Uint8Array, position: number): Promise<number>;
  close(): Promise<void>;
}

/**
 * `full`: there is no room. `away`: what lies across a network cannot be reached, or takes nothing now. `broken`: anything else, which may be
 * a fault of the disk.
 */
export type FileFault = "full" | "away" | "broken";

/** The place of the files could not do it; `message` names the place and what failed. It holds no token and no secret. */
export class FileStoreError extends Error {
  override readonly name = "FileStoreError";
  readonly fault: FileFault;

  constructor(message: string, fault: FileFault) {
    super(message);
    this.fault = fault;
  }
}
