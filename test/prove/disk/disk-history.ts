import type { Answered } from "../../system/harness/people/customers.ts";
import type { Written } from "../written.ts";

/** What a disk did to a service, and what the service made of it. */
export interface DiskHistory {
  /** In words, for the table. */
  readonly disk: string;
  /** How often the disk did otherwise than it was asked. */
  readonly faults: number;
  readonly written: readonly Written[];
  /** Answers that were no success. */
  readonly refused: readonly (Answered & { readonly text: string })[];
  /** Whether nothing of what is refused may be stored: so where no write came through. */
  readonly refusesWhole: boolean;
  /** What was said by a process that ended by itself, or did not start. */
  readonly lastWords: readonly string[];
  /** Ends of a process that said nothing that can be understood. */
  readonly silentEnds: readonly string[];
}
