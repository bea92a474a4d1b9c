import type { Arrival } from "./owners-server.ts";
import type { WatchedReport } from "./watched-reports.ts";
import type { Pause } from "./week-service.ts";

/** The results of a dead week. They can be converted to JSON and back. */
export interface DeadWeek {
  /** Every attempt of every event while the server was dead. */
  readonly series: readonly Series[];
  readonly pauses: readonly Pause[];
  readonly memory: { readonly afterDay: Memory; readonly afterWeek: Memory };
  /** The outcome of replies in another channel meanwhile. */
  readonly others: readonly { readonly state: string; readonly attempts: number }[];
  /** Ids of the dead letters after the week. */
  readonly letters: readonly string[];
  /** How many of them the channel's log shows to the administrator. */
  readonly told: number;
  /** How many were sent again with each page. */
  readonly replayed: readonly number[];
  /** What the server received then, and what the service's records say it sent. */
  readonly arrivals: readonly Arrival[];
  readonly sentAgain: readonly Series[];
  /** Dead letters and deadlines that are left a day later. */
  readonly left: readonly string[];
  readonly errors: readonly unknown[];
}

export interface Series {
  readonly id: string;
  readonly attempts: readonly WatchedReport[];
}

export interface Memory {
  /** Measured after a garbage collection. */
  readonly heapMib: number;
  readonly conversations: number;
  readonly pending: number;
}
