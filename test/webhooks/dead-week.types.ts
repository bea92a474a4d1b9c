import type { Arrival } from "./owners-server.ts";
import type { WatchedReport } from "./watched-reports.ts";
import type { Pause } from "./week-service.ts";

/** What came of a dead week; survives JSON. */
export interface DeadWeek {
  /** Every attempt of every event while the server was dead. */
  readonly series: readonly Series[];
  readonly pauses: readonly Pause[];
  readonly memory: { readonly afterDay: Memory; readonly afterWeek: Memory };
  /** How replies in another channel went meanwhile. */
  readonly others: readonly { readonly state: string; readonly attempts: number }[];
  /** Ids of the dead letters after the week. */
  readonly letters: readonly string[];
  /** How many of them the administrator reads of in the channel's log. */
  readonly told: number;
  /** How many went out again with each page. */
  readonly replayed: readonly number[];
  /** What the server got then, and what of the service said it had sent. */
  readonly arrivals: readonly Arrival[];
  readonly sentAgain: readonly Series[];
  /** Dead letters and deadlines a day later. */
  readonly left: readonly string[];
  readonly errors: readonly unknown[];
}

export interface Series {
  readonly id: string;
  readonly attempts: readonly WatchedReport[];
}

export interface Memory {
  /** After a collection of garbage. */
  readonly heapMib: number;
  readonly conversations: number;
  readonly pending: number;
}
