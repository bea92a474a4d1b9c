import type { DeadlineRow, TellRow } from "./store.ts";

/** A deadline that its process did not fire. */
export interface LeftDeadline {
  readonly row: DeadlineRow;
  /** Its process has ended, and the deadline fires at a restart, even if it is not due yet. */
  readonly isRestarted: boolean;
}

/**
 * Work that other processes stored and did not do, because they died or are frozen. A claim belongs to this process for some
 * seconds, longer than any request of a delivery takes. The turn that does the work deletes its row, so that it is never done
 * twice.
 */
export interface LeftWork {
  /**
   * Deadlines that were due by the store's clock some tenths of a second ago, the earliest first, and deadlines of lost processes
   * that fire at a restart. Such a deadline of another living process is not claimed: that process may still have the outcome.
   */
  claimDeadlines(limit: number): Promise<readonly LeftDeadline[]>;
  /** Tells that no process carried out for some time, or whose process has ended, in the order in which they were stored. */
  claimTells(limit: number): Promise<readonly TellRow[]>;
}
