import type { ArrivalKind } from "./arrivals.ts";
import type { Percentiles } from "./latencies.ts";
import type { MessageAccount } from "./message-book.ts";
import type { PaceReport } from "./pace.ts";

/** An order of messages for `driver.ts`. */
export interface OpenLoopOrder {
  /** The URL of the channel. */
  readonly url: string;
  /** Part of every message; counted from 1 for each data folder. */
  readonly run: number;
  /** Senders c0, c1, …, each with at most one message in progress. */
  readonly senders: number;
  /** The most requests in progress. Further due messages wait, and that time counts. */
  readonly connections: number;
  readonly arrivals: ArrivalKind;
  /** The phases run one after the other, without a pause. */
  readonly phases: readonly PhaseOrder[];
  /** How long to wait at the end for due messages, and then for requests in progress. */
  readonly patienceMs: number;
}

export interface PhaseOrder {
  readonly perSecond: number;
  readonly seconds: number;
}

/**
 * Times are from when a message was due until its answer, regardless of its delay or status. A message without an answer counts
 * until it was given up.
 */
export interface PhaseReport {
  readonly pace: PaceReport;
  readonly latency: Percentiles;
  /** Answers by status, with the error's code if there is one; `none` for messages that were lost with their connection. */
  readonly answers: Readonly<Record<string, number>>;
  /** Messages still in progress when the run was over. */
  readonly unanswered: number;
  readonly seconds: readonly SecondReport[];
}

export interface SecondReport {
  /** Messages that were answered 200 in this second. */
  readonly answered: number;
  /** Messages that were answered otherwise in this second, or lost. */
  readonly refused: number;
  /** The times of the messages that were due in this second. */
  readonly latency: Percentiles;
}

export interface OpenLoopReport {
  /** Milliseconds since 1970, with fractions. */
  readonly startedAtMs: number;
  readonly phases: readonly PhaseReport[];
  readonly sent: number;
  readonly answered: number;
  readonly account: MessageAccount;
  /** Delay of the driver's own event loop. */
  readonly loopP99Ms: number;
  readonly loopMaxMs: number;
  readonly cpuSeconds: number;
}
