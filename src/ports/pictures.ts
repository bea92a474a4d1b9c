import type { Result } from "../core/result.ts";

/** A picture as it is shown: of a kind that runs nothing. */
export interface Picture {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Pictures that lie on hosts of others, fetched so that no browser of ours has to ask there. */
export interface Pictures {
  /** Whether `fetch` would ask for it at all, as far as that can be told without the network. */
  isFetched(address: string): boolean;
  /** Never rejects: `not_found` says why there is no picture, `overloaded` that too many are asked for. */
  fetch(address: string): Promise<Result<Picture>>;
  /** Ends every request; later ones fail. */
  close(): Promise<void>;
}
