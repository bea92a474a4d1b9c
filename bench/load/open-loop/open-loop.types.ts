import type { ArrivalKind } from "./arrivals.ts";
import type { Percentiles } from "./latencies.ts";
import type { MessageAccount } from "./message-book.ts";
import type { PaceReport } from "./pace.ts";

/** An order of messages for `driver.ts`. */
export interface OpenLoopOrder {
  /** Of the channel. */
  readonly url: string;
  /** Part of every message; counted from 1 for each data folder. */
  readonly run: number;
  /** Senders c0, c1, …, each with at most one message in progress. */
  readonly senders: number;
  /** The most requests in progress. Further due messages wait, and that time counts. */
  readonly connections: number;
  readonly arrivals: ArrivalKind;
  /** One after the other, without a pause. */
  readonly phases: readonly PhaseOrder[];
  /** How long to wait at the end for due messages, and then for requests in progress. */
  readonly patienceMs: number;
}

export interface PhaseOrder {
  readonly perSecond: number;
  readonly seconds: number;
}

/** Times are from when a message was due until its answer, whatever its delay or status. A message without an answer counts until it was given up. */
export interface PhaseReport {
  readonly pace: PaceReport;
  readonly latency: Percentiles;
  /** Answers by status, with the error's code where they have one; `none` for those lost with their connection. */
  readonly answers: Readonly<Record<string, number>>;
  /** Still in progress when the run was over. */
  readonly unanswered: number;
  readonly seconds: readonly SecondReport[];
}

export interface SecondReport {
  /** Answered 200 in it. */
  readonly answered: number;
  /** Answered otherwise in it, or lost. */
  readonly refused: number;
  /** Of the messages that were due in it. */
  readonly latency: Percentiles;
}

export interface OpenLoopReport {
  /** Milliseconds since 1970, fractions too. */
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
