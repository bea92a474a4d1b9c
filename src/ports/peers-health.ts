/** The state of a process's connection to the other processes: for probes and metrics. */
export interface PeersHealth {
  /** Messages of the other processes reach it. */
  readonly isHearing: boolean;
  /**
   * Since this process began to receive again, every other process has sent a message, or has had enough time to do so. So each
   * lost message was noticed.
   */
  readonly isSettled: boolean;
  /** The time since the process was last seen. */
  readonly sinceBeatMs: number;
  /** Processes that serve, including this one. */
  readonly living: number;
}
