import type { ServerProcess } from "../service/server-process.ts";
import type { Stretch } from "./schedule.ts";

/** The order for a process of the day's people. */
export interface DayOrder {
  /** The URL of the service. */
  readonly url: string;
  readonly seed: number;
  /** How often each action is done. */
  readonly paces: Readonly<Record<string, readonly Stretch[]>>;
  /** The number of customers, desks or pages, by their kind. */
  readonly people: Readonly<Record<string, number>>;
  /** The number of connections from the customer system to the service. */
  readonly connections: number;
}

/** When the day begins, on the shared clock. */
export interface DayBegin {
  readonly startAtMs: number;
}

/** When an action was due, on the shared clock, and how long after that it was done. */
export type Timed = readonly [dueAtMs: number, tookMs: number];
export type Times = Readonly<Record<string, readonly Timed[]>>;

/** An action that failed. */
export interface Failure {
  readonly kind: string;
  /** `null` when no answer came. */
  readonly status: number | null;
  /** A time of the shared clock. */
  readonly atMs: number;
}

/** The report of each process of the day's people. */
export interface DayReport {
  readonly times: Times;
  readonly failures: readonly Failure[];
  /** How many due actions found no free person or chat. */
  readonly idle: Readonly<Record<string, number>>;
}

export interface Writer {
  readonly name: string;
  readonly sent: number;
  readonly answered: number;
}

export interface CustomersReport extends DayReport {
  readonly writers: readonly Writer[];
}

/** One request that the customer system received. */
export interface Arrival {
  readonly channelId: string;
  readonly recipient: string;
  readonly messageId: string;
  readonly text: string;
  /** A time of the shared clock. */
  readonly atMs: number;
}

/** A step of an agent in a chat that the service answered. */
export interface AgentStep {
  readonly chatId: string;
  readonly dueAtMs: number;
}

/** A reply that was answered 202. */
export interface AgentReply extends AgentStep {
  readonly messageId: string;
  readonly seq: number;
  readonly text: string;
}

export interface AgentsReport extends DayReport {
  readonly accepted: readonly AgentStep[];
  readonly closed: readonly AgentStep[];
  readonly replies: readonly AgentReply[];
}

/** What a page knows at the end. */
export interface PageReport extends Writer {
  /** Messages of its chats, and when the page first received each. */
  readonly heard: readonly { readonly chatId: string; readonly seq: number; readonly atMs: number }[];
  /** Files that it sent, and whether a download returns the same bytes. */
  readonly files: readonly { readonly name: string; readonly isIntact: boolean }[];
}

/** What a desk knows at the end. */
export interface DeskReport {
  readonly name: string;
  /** Seqs of the messages that it received, by chat. */
  readonly heard: Readonly<Record<string, readonly number[]>>;
  /** How often the service rejected the desk's cursor. */
  readonly resyncs: number;
  /** Frames that the desk could not read. */
  readonly strange: number;
}

export interface BotReport {
  /** Posts that were not answered 200, by status. */
  readonly refused: Readonly<Record<string, number>>;
  /** Messages that the bot has not yet delivered. */
  readonly unsaid: number;
}

export const readyPath = "/control/ready";
export const beginPath = "/control/begin";
export const endPath = "/control/end";
export const returnPath = "/control/return";
export const knownPath = "/control/known";

/** Resolves when the process is ready for the day. */
export const makeReady = (people: ServerProcess, order: DayOrder): Promise<unknown> => ask(people, readyPath, order);

export const beginDay = (people: ServerProcess, begin: DayBegin): Promise<unknown> => ask(people, beginPath, begin);

/** Resolves with the report when all actions in progress have ended. */
export const endDay = <Report extends DayReport>(people: ServerProcess): Promise<Report> => ask(people, endPath, {});

/** Reports that the service was restarted at this URL. Resolves when the people are connected again. */
export const returnTo = (people: ServerProcess, url: string): Promise<unknown> => ask(people, returnPath, { url });

/** Returns what the people have received up to now. */
export const askKnown = <Known>(people: ServerProcess): Promise<Known> => ask(people, knownPath, {});

async function ask<Answer>({ url }: ServerProcess, path: string, order: object): Promise<Answer> {
  const response = await fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(order) });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
  return (await response.json()) as Answer;
}
