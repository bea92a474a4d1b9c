import type { Percentiles } from "../open-loop/latencies.ts";
import type { ArrivalKind, PaceReport } from "../open-loop/pace.ts";
import type { ServerProcess } from "../service/server-process.ts";
import { runName } from "./message-load.ts";

/** Orders turns from `peers/customers.ts`: a customer writes, the bot replies, the reply arrives. */
export interface TurnOrder {
  /** The URL of the service. */
  readonly url: string;
  /** The path of the channel. */
  readonly path: string;
  /** Part of every message; counted from 1 for each data folder. */
  readonly run: number;
  /** Customers c0, c1, … take turns; each writes again only after the reply. */
  readonly senders: number;
  readonly seconds: number;
  readonly connections: number;
  /** This many turns at once, or this many started per second, however long others take. Arrivals are `even` when absent. */
  readonly pace: { readonly atOnce: number } | { readonly perSecond: number; readonly arrivals?: ArrivalKind };
  /** How long to wait for replies after the last turn has started. */
  readonly drainMs: number;
}

/**
 * The outcome of the turns. Times are from when the customer's request was due to the arrival of the reply. A turn without a reply counts
 * until it was given up.
 */
export interface TurnReport extends Percentiles {
  readonly ended: number;
  /** Ended within the ordered time. */
  readonly perSecond: number;
  /** How well the load kept its schedule, if there is one. */
  readonly pace?: PaceReport;
  /** Answered 200, but without a reply. */
  readonly unended: number;
  /** Replies that arrived again with the same id. */
  readonly repeated: number;
  /** Answers other than 200 by status; `none` without one. */
  readonly failures: Readonly<Record<string, number>>;
  /** The first few replies that were not the awaited ones. */
  readonly mistakes: readonly string[];
  readonly sentBySender: readonly number[];
  readonly answeredBySender: readonly number[];
}

/** Orders new chats from `peers/customers.ts` in addition to the turns, each by its own customer. */
export interface ChatOrder {
  readonly url: string;
  readonly path: string;
  readonly seconds: number;
  readonly connections: number;
  readonly perSecond: number;
}

export interface ChatReport {
  readonly sent: number;
  readonly answered: number;
}

export const turnsPath = "/control/turns";
export const chatsPath = "/control/chats";
export const servicePath = "/control/service";

/** Resolves when the last reply has arrived, or after the timeout. */
export const takeTurns = (customers: ServerProcess, order: TurnOrder): Promise<TurnReport> =>
  send(customers, turnsPath, order);

/** Resolves when the last new chat is answered. */
export const openChats = (customers: ServerProcess, order: ChatOrder): Promise<ChatReport> =>
  send(customers, chatsPath, order);

/** Gives the bot the service's URL. The bot repeats every post that was not answered. */
export const tellService = (bot: ServerProcess, url: string): Promise<unknown> => send(bot, servicePath, { url });

async function send<Report>({ url }: ServerProcess, path: string, order: object): Promise<Report> {
  const response = await fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(order) });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
  return (await response.json()) as Report;
}

/** A customer system never answers a message with this text. */
export const unansweredText = "nobody answers this";

const lapDigits = 6;

/** The text of a customer; about the same length for every customer and turn. */
export function turnText(run: number, customer: string, lap: number): string {
  const number = String(lap).padStart(lapDigits, "0");
  return `Message ${number} of ${customer} in run ${runName(run)}. Where is my parcel? It was promised for last week.`;
}

/** The bot's reply to this text. */
export const replyTo = (text: string): string => `You wrote: ${text}`;

/** A request without an answer after this time is retried. Source: DEL-03, BOT-17. */
const attemptTimeoutMs = 3_000;

/** Describes the errors of turns that must have none. A reply is repeated only after an attempt that took too long. */
export function describeTurnErrors({ failures, mistakes, unended, repeated, maxMs }: TurnReport): string {
  const counts = Object.entries(failures).map(([status, count]) => `${count} answers with status ${status}`);
  if (unended > 0) counts.push(`${unended} replies missing`);
  if (repeated > 0 && maxMs < attemptTimeoutMs) counts.push(`${repeated} replies that came twice`);
  return [...counts, ...mistakes].join(", ");
}
