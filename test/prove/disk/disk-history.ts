import type { Answered } from "../../system/harness/people/customers.ts";
import type { Written } from "../written.ts";

/** The faults of a disk, and the reactions of the service. */
export interface DiskHistory {
  /** A description of the disk, for the table. */
  readonly disk: string;
  /** The number of operations in which the disk failed. */
  readonly faults: number;
  readonly written: readonly Written[];
  /** Responses without success. */
  readonly refused: readonly (Answered & { readonly text: string })[];
  /** Whether a refused message must not be stored. True for disks on which no failed write leaves bytes. */
  readonly refusesWhole: boolean;
  /** The last messages of processes that ended on their own, or did not start. */
  readonly lastWords: readonly string[];
  /** Processes that ended without an understandable message. */
  readonly silentEnds: readonly string[];
}
