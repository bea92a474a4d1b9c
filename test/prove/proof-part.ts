/** `short` is what the suite runs as well, `long` is for by hand. */
export type ProofSize = "short" | "long";

/** A line of the table: one promise, and what was done to break it. */
export interface ProofRow {
  /** The promise's short name, such as "durability". */
  readonly promise: string;
  /** What was done to the service, in a part of a sentence. */
  readonly tried: string;
  readonly count: number;
  /** What was counted: "kills", "seeds", "inputs". */
  readonly unit: string;
  /** How often the promise was broken; must be 0. */
  readonly lost: number;
  /** The command that repeats it, seed included. */
  readonly replay: string;
  /** A figure, such as a p99; what was lost, if something was. */
  readonly remark?: string;
}

export interface ProofRun {
  readonly size: ProofSize;
  readonly seed: number;
  /** Takes a line for whoever watches. */
  readonly progress: (line: string) => void;
  /** Aborted when the run is to stop: the part ends what it started and rejects. */
  readonly signal: AbortSignal;
  /** Where curves and the like go; `null` for nowhere. */
  readonly outFolder: string | null;
}

/** One way to try the promises. It starts and ends its own processes; `run` rejects when it could not try them. */
export interface ProofPart {
  readonly name: string;
  /** What it does, in one line. */
  readonly summary: string;
  run(given: ProofRun): Promise<readonly ProofRow[]>;
}
