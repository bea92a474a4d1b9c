import type { MessageAccount } from "../open-loop/message-book.ts";
import { channelPath } from "../service/service.ts";
import type { WrkOptions, WrkReport } from "../wrk/wrk.ts";
import type { MessageName } from "./desk-listener.ts";

/** The largest load: senders c0 to c9999, each with its own chat. */
export const senderCount = 10_000;

export interface MessageLoad {
  readonly url: string;
  /** URLs of several nodes. Their numbers of threads differ by at most one. */
  readonly urls?: readonly string[];
  /** Part of every message; counted from 1 for each data folder. */
  readonly run: number;
  readonly connections: number;
  readonly seconds: number;
  /** Uses one connection per thread, so that the bench knows which messages were answered. */
  readonly isStepwise?: boolean;
  /** For a load that is not stepwise. Absent: 1. */
  readonly threads?: number;
  /** Absent: `senderCount`. */
  readonly senders?: number;
}

/** Makes the same bodies for the service and for its peers. */
export function messageLoad({
  url,
  run,
  connections,
  seconds,
  urls = [],
  isStepwise = false,
  threads: freeThreads = 1,
  senders = senderCount,
}: MessageLoad): WrkOptions {
  const threads = isStepwise ? connections : freeThreads;
  return {
    url: `${url}${channelPath}`,
    threads,
    connections,
    seconds,
    script: "messages.lua",
    addresses: urls.map((one) => new URL(one).host),
    arguments: [runName(run), String(threads), String(senders), isStepwise ? "stepwise" : "free"],
  };
}

/** All names have the same length, so that all bodies have the same length. */
export const runName = (run: number): string => String(run).padStart(3, "0");

/** The known facts of one run of the load against one data folder. */
export interface LoadRun {
  readonly run: number;
  readonly answered: number;
  readonly sent: number;
  /** For a stepwise run: how many of each thread's messages were answered. They are the thread's first messages. */
  readonly answeredByThread: readonly number[] | null;
  /** For a run of an open loop: the outcome of each message. */
  readonly account?: MessageAccount;
}

export function toLoadRun({ run, isStepwise = false }: MessageLoad, report: WrkReport): LoadRun {
  const sent = sum(report.sentByThread);
  if (!isStepwise) return { run, answered: report.requests - report.statusErrors, sent, answeredByThread: null };
  return { run, answered: sum(report.answeredByThread), sent, answeredByThread: report.answeredByThread };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const lapDigits = 6;

/** The body of a customer's message, as `messages.lua` makes it. ASCII. */
export function customerMessage({ run, sender, lap }: MessageName): string {
  const id = `c${sender}`;
  const number = String(lap).padStart(lapDigits, "0");
  const text = `Message ${number} of ${id} in run ${runName(run)}. Where is my parcel? It was promised for last week.`;
  return `{"sender":{"id":"${id}","name":"Client ${id}"},"message":{"type":"text","text":"${text}","id":"${runName(run)}-${id}-${number}"}}`;
}
