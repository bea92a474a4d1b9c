/** What a process knows of its way to the others: for probes and metrics. */
export interface PeersHealth {
  /** What others tell reaches it. */
  readonly isHearing: boolean;
  /** Since it began to hear again, every other process was heard, or had the time for it: what they told in vain is known to be missing. */
  readonly isSettled: boolean;
  /** Since it was seen last. */
  readonly sinceBeatMs: number;
  /** Processes that serve, this one included. */
  readonly living: number;
}
