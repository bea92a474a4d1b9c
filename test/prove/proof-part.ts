/** One line of the table of proof. */
export interface ProofRow {
  /** A short id of the promise: `durability`. */
  readonly promise: string;
  /** What was done to the service, as a part of a sentence. */
  readonly tried: string;
  readonly count: number;
  /** What is counted: `kills`, `seeds`, `inputs`. */
  readonly unit: string;
  /** Broken promises: 0 unless something is wrong. */
  readonly lost: number;
  /** The command that repeats it, seed included. */
  readonly replay: string;
  /** A figure, such as a p99. */
  readonly remark?: string;
}

export interface ProofRun {
  /** `short` is what the suite runs too; `long` is by hand. */
  readonly size: "short" | "long";
  readonly seed: number;
  readonly progress: (line: string) => void;
  readonly signal: AbortSignal;
}

/** One thing that is proved of the service. */
export interface ProofPart {
  readonly name: string;
  readonly summary: string;
  run(given: ProofRun): Promise<readonly ProofRow[]>;
}
