import type { ArrivalKind } from "./arrivals.ts";
import type { Percentiles } from "./latencies.ts";
import type { MessageAccount } from "./message-book.ts";
import type { PaceReport } from "./pace.ts";

/** Messages that `driver.ts` is to send. */
export interface OpenLoopOrder {
  /** Of the channel. */
  readonly url: string;
  /** Told in every message; counted from 1 for each data folder. */
  readonly run: number;
  /** Senders c0, c1, …, each with one message under way at most. */
  readonly senders: number;
  /** As many requests are under way at most; what is due beyond waits, and that time counts. */
  readonly connections: number;
  readonly arrivals: ArrivalKind;
  /** One behind the other, without a pause. */
  readonly phases: readonly PhaseOrder[];
  /** How long what is due, and then what is under way, is waited for at the end. */
  readonly patienceMs: number;
}

export interface PhaseOrder {
  readonly perSecond: number;
  readonly seconds: number;
}

/** Times are from when a message was to go out until its answer, whatever held it up and whatever it says; of those without one, until they were given up. */
export interface PhaseReport {
  readonly pace: PaceReport;
  readonly latency: Percentiles;
  /** Answers by status, with the error's code where they have one; `none` for those lost with their connection. */
  readonly answers: Readonly<Record<string, number>>;
  /** Under way when the run was over. */
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
  /** How late the driver's own loop came round. */
  readonly loopP99Ms: number;
  readonly loopMaxMs: number;
  readonly cpuSeconds: number;
}
