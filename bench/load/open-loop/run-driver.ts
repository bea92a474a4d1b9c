import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { runnable } from "../../../test/project/compiled-scripts.ts";
import type { Percentiles } from "./latencies.ts";
import type { MessageAccount } from "./message-book.ts";
import type { ArrivalKind, PaceReport } from "./pace.ts";

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

/** Each connection must have its turn within this time: servers close connections that are idle for 5 or 10 s. */
const turnWithinSeconds = 2;

/** Longer than a server's own timeouts. */
const patienceMs = 10_000;

/** Enough for the messages of an hour. */
const reportBytesMax = 2 ** 30;

/** Returns at most this many connections; fewer when the messages are so rare that connections would be idle for long. */
export const connectionsFor = (phases: readonly PhaseOrder[], most: number): number =>
  Math.max(1, Math.min(most, ...phases.map(({ perSecond }) => Math.floor(perSecond * turnWithinSeconds))));

/** Runs an order in a separate process, which ends no later than the bench. Rejects when it could not run. */
export async function runOpenLoop(order: Omit<OpenLoopOrder, "patienceMs">): Promise<OpenLoopReport> {
  const { flags, file } = runnable("bench/load/open-loop/driver.ts");
  const running = promisify(execFile)(process.execPath, [...flags, file, JSON.stringify({ ...order, patienceMs })], {
    maxBuffer: reportBytesMax,
  });
  const stop = (): void => void running.child.kill("SIGKILL");
  process.once("exit", stop);
  try {
    const { stdout } = await running;
    // JSON has null for NaN.
    return JSON.parse(stdout, (_, value: unknown) => value ?? Number.NaN) as OpenLoopReport;
  } finally {
    process.off("exit", stop);
  }
}
