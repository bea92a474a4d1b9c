import type { ArrivalKind } from "../open-loop/arrivals.ts";
import type { Percentiles } from "../open-loop/latencies.ts";
import type { PaceReport } from "../open-loop/pace.ts";
import type { ServerProcess } from "../service/server-process.ts";
import { runName } from "./message-load.ts";

/** Turns that `peers/customers.ts` is to take: a customer writes, the bot replies, the reply arrives. */
export interface TurnOrder {
  /** Of the service. */
  readonly url: string;
  /** Of the channel. */
  readonly path: string;
  /** Told in every message; counted from 1 for each data folder. */
  readonly run: number;
  /** Customers c0, c1, … take turns; each writes again only after the reply. */
  readonly senders: number;
  readonly seconds: number;
  readonly connections: number;
  /** As many under way as that, or as many begun in a second, however long others take; `even` when absent. */
  readonly pace: { readonly atOnce: number } | { readonly perSecond: number; readonly arrivals?: ArrivalKind };
  /** How long replies are waited for when no more turns are begun. */
  readonly drainMs: number;
}

/**
 * What became of them. Times are from when the customer's request was to go out to the arrival of the reply; of those to which none came,
 * until they were given up.
 */
export interface TurnReport extends Percentiles {
  readonly ended: number;
  /** Ended within the ordered time. */
  readonly perSecond: number;
  /** How the schedule was kept, where there was one. */
  readonly pace?: PaceReport;
  /** Answered 200, and no reply came. */
  readonly unended: number;
  /** Replies that came once more with the same id. */
  readonly repeated: number;
  /** Answers other than 200 by status; `none` without one. */
  readonly failures: Readonly<Record<string, number>>;
  /** Replies that were not the one awaited; the first few. */
  readonly mistakes: readonly string[];
  readonly sentBySender: readonly number[];
  readonly answeredBySender: readonly number[];
}

/** New chats that `peers/customers.ts` is to open beside the turns, each by a customer of its own. */
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

/** Resolves when the last reply has arrived, or is waited for no longer. */
export const takeTurns = (customers: ServerProcess, order: TurnOrder): Promise<TurnReport> =>
  send(customers, turnsPath, order);

/** Resolves when the last of them is answered. */
export const openChats = (customers: ServerProcess, order: ChatOrder): Promise<ChatReport> =>
  send(customers, chatsPath, order);

/** Tells the bot where the service is; what was not answered before is posted again. */
export const tellService = (bot: ServerProcess, url: string): Promise<unknown> => send(bot, servicePath, { url });

async function send<Report>({ url }: ServerProcess, path: string, order: object): Promise<Report> {
  const response = await fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(order) });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
  return (await response.json()) as Report;
}

const lapDigits = 6;

/** What a customer writes; as long for every customer and turn as it can be. */
export function turnText(run: number, customer: string, lap: number): string {
  const number = String(lap).padStart(lapDigits, "0");
  return `Message ${number} of ${customer} in run ${runName(run)}. Where is my parcel? It was promised for last week.`;
}

/** What the bot says to it. */
export const replyTo = (text: string): string => `You wrote: ${text}`;

/** A request that is not answered by then is made once more. Source: DEL-03, BOT-17. */
const attemptTimeoutMs = 3_000;

/** What was wrong with turns that were not to meet anything wrong. A reply comes again only where one took too long. */
export function describeTurnErrors({ failures, mistakes, unended, repeated, maxMs }: TurnReport): string {
  const counts = Object.entries(failures).map(([status, count]) => `${count} answers with status ${status}`);
  if (unended > 0) counts.push(`${unended} replies missing`);
  if (repeated > 0 && maxMs < attemptTimeoutMs) counts.push(`${repeated} replies that came twice`);
  return [...counts, ...mistakes].join(", ");
}
