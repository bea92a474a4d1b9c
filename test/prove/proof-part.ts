/** CI runs `short`, one turn for each commit. `long` is for runs by hand. */
export type ProofSize = "short" | "long";

/** A row of the table: one promise, and the attempt to break it. */
export interface ProofRow {
  /** The promise's short name, such as "durability". */
  readonly promise: string;
  /** The attempt, as a part of a sentence. */
  readonly tried: string;
  readonly count: number;
  /** The counted unit: "kills", "seeds", "inputs". */
  readonly unit: string;
  /** The number of times that the promise was broken. It must be 0. */
  readonly lost: number;
  /** The command that repeats the attempt, with the seed. */
  readonly replay: string;
  /** A value, such as a p99, or a description of the loss. */
  readonly remark?: string;
}

export interface ProofRun {
  readonly size: ProofSize;
  readonly seed: number;
  /** The commit with which the part `crowded` compares the tests. */
  readonly since: string;
  /** Receives progress lines for the user. */
  readonly progress: (line: string) => void;
  /** Aborts when the run must stop. The part then ends everything that it started, and rejects. */
  readonly signal: AbortSignal;
  /** The folder for curves and similar files, or `null` to write none. */
  readonly outFolder: string | null;
}

/** One way to test the promises. The part starts and ends its own processes. `run` rejects when the test was not possible. */
export interface ProofPart {
  readonly name: string;
  /** A description in one line. */
  readonly summary: string;
  run(given: ProofRun): Promise<readonly ProofRow[]>;
}
