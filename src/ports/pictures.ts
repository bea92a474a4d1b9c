import type { Result } from "../core/result.ts";

/** A picture that is ready to show. Its type cannot run code. */
export interface Picture {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Pictures on foreign hosts. The service fetches them, so that no agent's browser has to ask these hosts. */
export interface Pictures {
  /** Whether `fetch` would request the address at all, as far as that can be known without the network. */
  isFetched(address: string): boolean;
  /**
   * Never rejects: fails with `not_found` and the reason when there is no picture, with `overloaded` when too many requests run.
   */
  fetch(address: string): Promise<Result<Picture>>;
  /** Ends every request; later ones fail. */
  close(): Promise<void>;
}
