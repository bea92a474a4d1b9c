import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { logIn } from "../../load/clients/desk-agent.ts";
import { unansweredText } from "../../load/clients/turns.ts";
import { writeChats } from "../../load/clients/write-chats.ts";
import type { OpenSide } from "../../load/figures/measure.ts";
import { costColumns } from "../../load/figures/measure.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { startPeer } from "../../load/service/service.ts";
import { describeErrors, runWrk } from "../../load/wrk/wrk.ts";
import type { Column, Figures } from "../scenario.types.ts";
import type { Arrivals } from "../verify/arrivals.ts";
import { compareArrivals } from "../verify/arrivals.ts";

/** Each of these chats gets one reply after the other. */
export const replyChats = 1_000;

/** A server that takes an agent's replies and posts them to the customer system. */
export interface RepliesTaker {
  readonly server: ServerProcess;
  readonly token: string;
  readonly chatIds: readonly string[];
}

/** Gives a service this many chats, each with one message and accepted by the agent. */
export async function acceptChats(server: ServerProcess, chats: number, connections: number): Promise<RepliesTaker> {
  await writeChats({ url: server.url, chats, connections });
  const agent = await logIn(server.url);
  const chatIds = await agent.acceptChats(chats);
  await agent.close();
  return { server, token: agent.token, chatIds };
}

/** Each of them holds one of the 128 connections to the endpoint. */
const stuckChats = 20;
const waitingPerChat = 500;
export const waitingReplies = stuckChats * waitingPerChat;
const fillsAtOnce = 32;

/** Like `acceptChats`, but in other chats replies wait for customers of the same customer system who never answer. */
export async function acceptBesideStuck(
  server: ServerProcess,
  chats: number,
  connections: number,
): Promise<RepliesTaker> {
  await writeChats({ url: server.url, chats: stuckChats, first: chats, connections });
  const agent = await logIn(server.url);
  const stuck = await agent.acceptChats(stuckChats);
  const replies = Array.from({ length: waitingReplies }, (_, at) => stuck[at % stuckChats] ?? "");
  for (let first = 0; first < replies.length; first += fillsAtOnce)
    await Promise.all(replies.slice(first, first + fillsAtOnce).map((id) => agent.reply(id, unansweredText)));
  await agent.close();
  return acceptChats(server, chats, connections);
}

/** A peer has no chats: any id is one. */
export const anyChats = (server: ServerProcess, chats = replyChats): RepliesTaker => ({
  server,
  token: "no-token",
  chatIds: Array.from({ length: chats }, (_, at) => String(at + 1)),
});

export interface RepliesOrder {
  readonly folder: string;
  readonly connections: number;
  /** Starts the server beside the customer system at this URL. */
  start(customersUrl: string): Promise<RepliesTaker>;
  /** Records a mistake. A correct run has none. */
  note(mistake: string): void;
}

export interface OpenReplies extends OpenSide {
  /** How many replies have arrived since the start. */
  count(): Promise<number>;
}

/** An agent's replies, until the customer system has them. */
export async function openReplies({ folder, connections, start, note }: RepliesOrder): Promise<OpenReplies> {
  const customers = await startPeer("customer-system", folder);
  const { server, token, chatIds } = await start(customers.url);
  const load = { url: server.url, connections, script: "replies.lua", arguments: [token, chatIds.join(",")] } as const;
  let [runs, answered, sent] = [0, 0, 0];
  const count = async (): Promise<number> => (await whenDelivered(customers, answered)).count;
  return {
    server,
    count,
    async load(seconds) {
      runs += 1;
      const arrivedBefore = await count();
      const startedAtMs = performance.now();
      const fromUs = Number(process.hrtime.bigint() / 1000n);
      const report = await runWrk({ ...load, seconds });
      const tookSeconds = (performance.now() - startedAtMs) / 1000;
      answered += report.requests;
      sent += report.sentByThread[0] ?? 0;
      const { count: arrived, lastAtUs } = await whenDelivered(customers, answered);
      const errors = describeErrors(report);
      if (errors !== "") note(`run ${runs} met ${errors}`);
      const requests = arrived - arrivedBefore;
      const figures = { repliesPerSecond: report.requests / tookSeconds };
      return { requests, perSecond: requests / ((lastAtUs - fromUs) / 1e6), untilUs: lastAtUs, figures };
    },
    async close() {
      const arrived = await count();
      if (arrived < answered || arrived > sent)
        note(`${arrived} arrived, expected ${answered} (answered) to ${sent} (sent)`);
      await server.end("SIGTERM");
      await customers.end("SIGKILL");
    },
  };
}

export const deliveryColumns: readonly Column[] = [
  { key: "perSecond", heading: "delivered/s", digits: 0, summary: "median" },
  ...costColumns("delivery"),
];

export const describeDeliveries = ({ perSecond = Number.NaN, cpuUsPerRequest = Number.NaN }: Figures): string =>
  `${Math.round(perSecond)} delivered/s, ${cpuUsPerRequest.toFixed(1)} us CPU a delivery`;

interface Arrived {
  readonly count: number;
  /** A time of the monotonic clock. */
  readonly lastAtUs: number;
}

const drainTimeoutMs = 120_000;
const drainLookMs = 100;

/** Waits until at least `wanted` have arrived and no more arrive. */
async function whenDelivered(customers: ServerProcess, wanted: number): Promise<Arrived> {
  const givenUpAtMs = Date.now() + drainTimeoutMs;
  for (let last = -1; ; ) {
    const response = await fetch(customers.url);
    const arrived = (await response.json()) as Arrived;
    if ((arrived.count >= wanted && arrived.count === last) || Date.now() > givenUpAtMs) return arrived;
    last = arrived.count;
    await delay(drainLookMs);
  }
}

/** The text of an agent's reply, the same as in `replies.lua`. */
export const replyText = (number: number, chatId: string): string =>
  `Reply ${String(number).padStart(6, "0")} in chat ${chatId}. It is on its way and will be with you tomorrow.`;

interface StepwiseReplies {
  /** Stops the replies. Returns how many were answered 202 in each chat, counted from the first. */
  stop(): Promise<ReadonlyMap<string, number>>;
}

/** Sends replies, one at a time in each chat, the next after the 202 of the last. After another answer, or none, a chat gets no more. */
function replyStepwise({ server, token, chatIds }: RepliesTaker): StepwiseReplies {
  const pool = new Pool(server.url, { connections: chatIds.length });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answered = new Map(chatIds.map((chatId) => [chatId, 0]));
  let isRunning = true;
  const isTaken = async (chatId: string, number: number): Promise<boolean> => {
    const body = JSON.stringify({ type: "text", text: replyText(number, chatId) });
    try {
      const path = `/api/chats/${chatId}/messages`;
      const response = await pool.request({ method: "POST", path, headers, body });
      await response.body.dump();
      return response.statusCode === 202;
    } catch {
      // The server was killed, so the outcome of this reply is unknown.
      return false;
    }
  };
  const replyIn = async (chatId: string): Promise<void> => {
    for (let number = 0; isRunning && (await isTaken(chatId, number)); number += 1) answered.set(chatId, number + 1);
  };
  const replies = Promise.all(chatIds.map(replyIn));
  return {
    async stop() {
      isRunning = false;
      await replies;
      await pool.close();
      return answered;
    },
  };
}

/** A server that is killed, and restarts on the data that the kill left. */
export interface KilledTaker {
  start(customersUrl: string): Promise<RepliesTaker>;
  restart(customersUrl: string): Promise<ServerProcess>;
}

export interface ProvenArrivals extends Arrivals {
  /** From the second start until the last reply had arrived. */
  readonly seconds: number;
  /** The bodies that arrived. */
  readonly bodies: readonly string[];
}

/** How long replies are sent before the kill. */
const killAfterMs = 1_500;
/** BullMQ finds a job that was in progress after one or two of its checks, which are 30 s apart. */
const arrivalTimeoutMs = 100_000;
const arrivalLookMs = 250;

/** Kills the server under load, starts it again, and looks for every reply that was answered. */
export async function proveReplies({ start, restart }: KilledTaker, folder: string): Promise<ProvenArrivals> {
  const customers = await startPeer("customer-system", folder, "keep");
  const taker = await start(customers.url);
  const replies = replyStepwise(taker);
  await delay(killAfterMs);
  await taker.server.end("SIGKILL");
  const answered = await replies.stop();
  const again = await restart(customers.url);
  const startedAtMs = performance.now();
  const look = async () => {
    const response = await fetch(`${customers.url}/bodies`);
    const bodies = (await response.json()) as readonly string[];
    const texts = bodies.map((body) => (JSON.parse(body) as { message: { text: string } }).message.text);
    return { ...compareArrivals(answered, texts), bodies };
  };
  let arrivals = await look();
  while (arrivals.lost > 0 && performance.now() - startedAtMs < arrivalTimeoutMs) {
    await delay(arrivalLookMs);
    arrivals = await look();
  }
  const seconds = (performance.now() - startedAtMs) / 1000;
  await again.end("SIGKILL");
  await customers.end("SIGKILL");
  return { ...arrivals, seconds };
}

export const describeArrivals = ({ answered, repeated, late, seconds }: ProvenArrivals): string =>
  `${answered} answered replies arrived, ${repeated} again, ${late} out of order, within ${seconds.toFixed(0)} s of the start after the kill`;

export function mistakesInArrivals({ answered, lost }: Pick<ProvenArrivals, "answered" | "lost">): readonly string[] {
  if (answered === 0) return ["nothing was answered before the kill"];
  return lost > 0 ? [`${lost} of ${answered} answered replies never arrived`] : [];
}
