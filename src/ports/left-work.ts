import type { DeadlineRow, TellRow } from "./store.ts";

/** A deadline that its process did not fire. */
export interface LeftDeadline {
  readonly row: DeadlineRow;
  /** Its process is gone, and it is to fire at a restart, be it due or not. */
  readonly isRestarted: boolean;
}

/**
 * What other processes stored to be done and did not do: they died, or are frozen. Each claim is this process's alone for some seconds, longer
 * than any request of a delivery takes; whoever carries it out deletes its row with the turn, so that it is never done twice.
 */
export interface LeftWork {
  /** Deadlines that were due by the store's clock some tenths of a second ago, the earliest first, and those of lost processes that fire at a restart. */
  claimDeadlines(limit: number): Promise<readonly LeftDeadline[]>;
  /** Tells that nobody carried out for some time, or whose process is gone, in the order in which they were stored. */
  claimTells(limit: number): Promise<readonly TellRow[]>;
}
