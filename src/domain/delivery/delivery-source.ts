import type { DeliveryId } from "../../../machines/ids.ts";

/** A delivery that may belong on a page, and the place behind which the list goes on. */
export interface Candidate {
  readonly id: DeliveryId;
  readonly place: string;
}

export interface Candidates {
  readonly found: readonly Candidate[];
  /** The place behind everything that was looked at; undefined when there was nothing. */
  readonly lookedUpTo: string | undefined;
  readonly isEnd: boolean;
}

/** Looks for the next deliveries behind a place, newest first. */
export type DeliverySource = (before: string | undefined) => Promise<Candidates>;

export const nothing: Candidates = { found: [], lookedUpTo: undefined, isEnd: true };
