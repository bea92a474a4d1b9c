import type { HeaderList } from "./failure-answer.ts";

/** The parts of an answer besides its status. */
export interface Answer {
  /** `application/json` when absent. */
  readonly contentType?: string;
  /** Further headers, names and values in turns. Must not be taken from a request unchecked. */
  readonly headers?: HeaderList;
  readonly body?: string | Uint8Array;
}
