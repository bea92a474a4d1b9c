import type { ServerProcess } from "../service/server-process.ts";
import type { Stretch } from "./schedule.ts";

/** What a process of the day's people is to do. */
export interface DayOrder {
  /** Of the service. */
  readonly url: string;
  readonly seed: number;
  /** How often each thing is done. */
  readonly paces: Readonly<Record<string, readonly Stretch[]>>;
  /** Customers, desks or pages, by their kind. */
  readonly people: Readonly<Record<string, number>>;
  /** Of the customer system to the service. */
  readonly connections: number;
}

/** When the day begins, on the shared clock. */
export interface DayBegin {
  readonly startAtMs: number;
}

/** When something was to happen, on the shared clock, and how long after that it was done. */
export type Timed = readonly [dueAtMs: number, tookMs: number];
export type Times = Readonly<Record<string, readonly Timed[]>>;

/** Something that was not done as it was to be. */
export interface Failure {
  readonly kind: string;
  /** `null` when no answer came. */
  readonly status: number | null;
  /** On the shared clock. */
  readonly atMs: number;
}

/** What every process of the day's people tells of it. */
export interface DayReport {
  readonly times: Times;
  readonly failures: readonly Failure[];
  /** Moments at which there was nobody, or nothing, to do it with. */
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

/** One request that came to the customer system. */
export interface Arrival {
  readonly channelId: string;
  readonly recipient: string;
  readonly messageId: string;
  readonly text: string;
  /** On the shared clock. */
  readonly atMs: number;
}

/** A step an agent took in a chat, and the service answered. */
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

/** What a page knows after all. */
export interface PageReport extends Writer {
  /** What was said in its chats, and when the page heard of it first. */
  readonly heard: readonly { readonly chatId: string; readonly seq: number; readonly atMs: number }[];
  /** What it sent, and whether it is given back as it was. */
  readonly files: readonly { readonly name: string; readonly isIntact: boolean }[];
}

/** What a desk knows after all. */
export interface DeskReport {
  readonly name: string;
  /** Seqs of the messages it heard of, by chat. */
  readonly heard: Readonly<Record<string, readonly number[]>>;
  /** How many times it was told that its cursor was no good. */
  readonly resyncs: number;
  /** Frames that could not be read. */
  readonly strange: number;
}

export interface BotReport {
  /** Of what it posted, by status; 200 is none. */
  readonly refused: Readonly<Record<string, number>>;
  /** What it has to say and has not got rid of. */
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

/** Resolves when all that was under way has come to an end, with what there is to tell. */
export const endDay = <Report extends DayReport>(people: ServerProcess): Promise<Report> => ask(people, endPath, {});

/** The service was started again, here. Resolves when they are back. */
export const returnTo = (people: ServerProcess, url: string): Promise<unknown> => ask(people, returnPath, { url });

/** What came to them, up to now. */
export const askKnown = <Known>(people: ServerProcess): Promise<Known> => ask(people, knownPath, {});

async function ask<Answer>({ url }: ServerProcess, path: string, order: object): Promise<Answer> {
  const response = await fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(order) });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
  return (await response.json()) as Answer;
}
