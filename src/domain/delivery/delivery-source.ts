import type { DeliveryId } from "../../../machines/ids.ts";

/** A delivery that may belong on a page, and the place after which the list continues. */
export interface Candidate {
  readonly id: DeliveryId;
  readonly place: string;
}

export interface Candidates {
  readonly found: readonly Candidate[];
  /** The place after all rows that were read; undefined without rows. */
  readonly lookedUpTo: string | undefined;
  readonly isEnd: boolean;
}

/** Finds the next deliveries after a place, newest first. */
export type DeliverySource = (before: string | undefined) => Promise<Candidates>;

export const nothing: Candidates = { found: [], lookedUpTo: undefined, isEnd: true };
