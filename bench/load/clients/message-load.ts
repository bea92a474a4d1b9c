import type { MessageAccount } from "../open-loop/message-book.ts";
import { channelPath } from "../service/service.ts";
import type { WrkOptions, WrkReport } from "../wrk/wrk.ts";

/** Senders c0 to c9999, each with a chat of its own; the most that a load has. */
export const senderCount = 10_000;

/** Clients by the names that they have in the store. */
export interface NamedSenders {
  readonly ids: readonly string[];
  /** Has each of them in a line of its own. */
  readonly file: string;
}

export interface MessageLoad {
  readonly url: string;
  /** Of several nodes, when there are: each has as many threads as another, but for one. */
  readonly urls?: readonly string[];
  /** Told in every message; counted from 1 for each data folder. */
  readonly run: number;
  readonly connections: number;
  readonly seconds: number;
  /** One connection a thread: afterwards it is known of every message whether it was answered. */
  readonly isStepwise?: boolean;
  /** Of a load that is not stepwise; 1 when absent. */
  readonly threads?: number;
  /** `senderCount` when absent. */
  readonly senders?: number;
  /** Who writes in place of them. */
  readonly named?: NamedSenders;
}

/** The same bodies for the service and for its yardstick. */
export function messageLoad({
  url,
  run,
  connections,
  seconds,
  urls = [],
  isStepwise = false,
  threads: freeThreads = 1,
  senders = senderCount,
  named,
}: MessageLoad): WrkOptions {
  const threads = isStepwise ? connections : freeThreads;
  return {
    url: `${url}${channelPath}`,
    threads,
    connections,
    seconds,
    script: "messages.lua",
    addresses: urls.map((one) => new URL(one).host),
    arguments: [runName(run), String(threads), named?.file ?? String(senders), isStepwise ? "stepwise" : "free"],
  };
}

/** All as long, so that bodies are. */
export const runName = (run: number): string => String(run).padStart(3, "0");

/** What is known of one run of the load against one data folder. */
export interface LoadRun {
  readonly run: number;
  readonly answered: number;
  readonly sent: number;
  /** For a stepwise run: each thread's messages up to this count were answered, in their order. */
  readonly answeredByThread: readonly number[] | null;
  /** For an open loop's run: what became of each message. */
  readonly account?: MessageAccount;
}

export function toLoadRun({ run, isStepwise = false }: MessageLoad, report: WrkReport): LoadRun {
  const sent = sum(report.sentByThread);
  if (!isStepwise) return { run, answered: report.requests - report.statusErrors, sent, answeredByThread: null };
  return { run, answered: sum(report.answeredByThread), sent, answeredByThread: report.answeredByThread };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
