/** The state of a process's connection to the other processes: for probes and metrics. */
export interface PeersHealth {
  /** Messages of the other processes reach it. */
  readonly isHearing: boolean;
  /**
   * Since it began to receive again, every other process has sent something, or has had the time for it: lost messages are known to be
   * missing.
   */
  readonly isSettled: boolean;
  /** The time since the process was last seen. */
  readonly sinceBeatMs: number;
  /** Processes that serve, including this one. */
  readonly living: number;
}
