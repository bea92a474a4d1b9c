import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { DeskAgent } from "../../load/clients/desk-agent.ts";
import { logIn } from "../../load/clients/desk-agent.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf, percentile } from "../../load/figures/statistics.ts";
import { monotonicUs } from "../../load/profile/profile.ts";
import { readLoopStops } from "../../load/service/metrics.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { channelPath, otherChannelPath, startPeer, startService } from "../../load/service/service.ts";
import type { BenchContext, Column, Contestant, Figures, Scenario, Verdict } from "../scenario.types.ts";
import { atMost } from "../verdicts.ts";

/** Fewer than the connections to one endpoint, so that its other chats have free connections. */
const stuckChats = 100;
const waitingPerChat = 100;
const freeChats = 50;
const atOnce = 32;
const replyEveryMs = 5;
const warmUpReplies = 400;
const changeMax = 1.1;
/** No retry happens before this time. */
const arrivalMsMax = 2_000;

const columns: readonly Column[] = [
  { key: "waiting", heading: "waiting", digits: 0, summary: "median" },
  { key: "otherP50Ms", heading: "other channel p50 ms", digits: 2, summary: "median" },
  { key: "otherP99Ms", heading: "p99 ms", digits: 2, summary: "median" },
  { key: "sameP50Ms", heading: "same channel p50 ms", digits: 2, summary: "median" },
  { key: "sameP99Ms", heading: "p99 ms", digits: 2, summary: "median" },
  { key: "longestStopMs", heading: "longest stop ms", digits: 1, summary: "median" },
  { key: "cpuSeconds", heading: "CPU s", digits: 2, summary: "median" },
  { key: "rssMib", heading: "RSS MiB", digits: 0, summary: "max" },
];

/** Replies in chats whose customers answer, while the endpoint of other customers hangs and messages wait for it. */
export const isolation: Scenario = async (context) => {
  const mistakes: string[] = [];
  const runners = [
    createRunner("nobody hangs", 0, context, mistakes),
    createRunner("with", waitingPerChat, context, mistakes),
  ];
  const contestants = await runRounds("isolation", runners, context);
  const [calm, hanging] = contestants;
  return {
    title: `isolation: replies every ${replyEveryMs} ms, from the desk's request to the customer system, while ${stuckChats} customers of an endpoint hang`,
    columns,
    contestants,
    verdicts:
      calm && hanging
        ? [judge("other channel", "otherP99Ms", calm, hanging), judge("same channel", "sameP99Ms", calm, hanging)]
        : [],
    checks: [{ name: "deliveries", detail: "every measured reply arrived", mistakes }],
    profile: [],
  };
};

const judge = (name: string, key: string, calm: Contestant, hanging: Contestant): Verdict =>
  atMost(
    `${name}: p99 with messages waiting, of that without`,
    medianOf(hanging, key) / medianOf(calm, key),
    changeMax,
  );

function createRunner(
  name: string,
  waiting: number,
  { options, workFolder }: BenchContext,
  mistakes: string[],
): Runner {
  return {
    name: waiting === 0 ? name : `${stuckChats * waiting} messages waiting`,
    describe: ({ otherP99Ms = Number.NaN, sameP99Ms = Number.NaN }: Figures) =>
      `p99 of the other channel ${otherP99Ms.toFixed(2)} ms, of the same ${sameP99Ms.toFixed(2)} ms`,
    async round(number) {
      const folder = join(workFolder, "isolation", `${waiting}-${number}`);
      const [otherEndpoint, endpoint] = [
        await startPeer("partly-stuck", folder),
        await startPeer("partly-stuck", folder),
      ];
      const service = await startService({
        folder,
        nodeFlags: options.nodeFlags,
        webhookUrl: otherEndpoint.url,
        otherWebhookUrl: endpoint.url,
      });
      const agent = await logIn(service.url);
      const openChats = async (path: string, prefix: string, count: number): Promise<readonly string[]> => {
        for (let at = 0; at < count; at += 1) await say(`${service.url}${path}`, `${prefix}${at}`);
        return agent.acceptChats(count);
      };
      const stuck = await openChats(otherChannelPath, "stuck-", stuckChats);
      const same = { endpoint, chatIds: await openChats(otherChannelPath, "same-", freeChats) };
      const other = { endpoint: otherEndpoint, chatIds: await openChats(channelPath, "other-", freeChats) };
      await fillLanes(agent, stuck, waiting);
      await sendPaced(agent, [other, same], warmUpReplies, "warm-up");
      await readLoopStops(service.url);
      const before = service.resources();
      const replies = Math.round((options.seconds * 1000) / replyEveryMs);
      const measured = await sendPaced(agent, [other, same], replies, "measured");
      const after = service.resources();
      const { longestMs: longestStopMs } = await readLoopStops(service.url);
      await agent.close();
      for (const server of [service, endpoint, otherEndpoint]) await server.end("SIGKILL");
      const [otherMs = [], sameMs = []] = measured.timesMs;
      if (measured.lost > 0) mistakes.push(`round ${number}, ${name}: ${measured.lost} replies did not arrive`);
      return {
        waiting: stuckChats * waiting,
        otherP50Ms: percentile(otherMs, 0.5),
        otherP99Ms: percentile(otherMs, 0.99),
        sameP50Ms: percentile(sameMs, 0.5),
        sameP99Ms: percentile(sameMs, 0.99),
        longestStopMs,
        cpuSeconds: after.cpuSeconds - before.cpuSeconds,
        rssMib: after.rssMib,
      };
    },
  };
}

async function say(url: string, senderId: string): Promise<void> {
  const body = JSON.stringify({ sender: { id: senderId }, message: { type: "text", text: "Where is my parcel?" } });
  const answer = await fetch(url, { method: "POST", body });
  if (answer.status !== 200) throw new Error(`A message of ${senderId} was answered ${answer.status}`);
  await answer.text();
}

/** Fills each of these chats with `perChat` waiting replies. */
async function fillLanes(agent: DeskAgent, chatIds: readonly string[], perChat: number): Promise<void> {
  const replies = Array.from({ length: perChat * chatIds.length }, (_, at) => chatIds[at % chatIds.length] ?? "");
  for (let first = 0; first < replies.length; first += atOnce) {
    await Promise.all(replies.slice(first, first + atOnce).map((chatId) => agent.reply(chatId, "nobody answers this")));
  }
}

interface Group {
  readonly endpoint: ServerProcess;
  readonly chatIds: readonly string[];
}

interface Paced {
  /** From the desk's request to the arrival, by group. */
  readonly timesMs: readonly (readonly number[])[];
  readonly lost: number;
}

/** Sends replies at a steady pace, whether or not the last one has arrived, in the groups' chats in turn. */
async function sendPaced(agent: DeskAgent, groups: readonly Group[], count: number, name: string): Promise<Paced> {
  const sentAtUs = new Map<string, number>();
  const send = async (at: number): Promise<void> => {
    const chatIds = groups[at % groups.length]?.chatIds ?? [];
    const chatId = chatIds[Math.floor(at / groups.length) % chatIds.length] ?? "";
    const text = `${name} ${at}`;
    sentAtUs.set(text, monotonicUs());
    await agent.reply(chatId, text);
  };
  const startedAtMs = performance.now();
  const sent: Promise<void>[] = [];
  for (let at = 0; at < count; at += 1) {
    await delay(Math.max(0, startedAtMs + at * replyEveryMs - performance.now()));
    sent.push(send(at));
  }
  await Promise.all(sent);
  await delay(arrivalMsMax);
  const timesMs: number[][] = [];
  for (const { endpoint } of groups) {
    const response = await fetch(endpoint.url);
    const arrived = (await response.json()) as readonly { readonly text: string; readonly atUs: number }[];
    timesMs.push(arrived.map(({ text, atUs }) => (atUs - (sentAtUs.get(text) ?? Number.NaN)) / 1000));
  }
  return { timesMs, lost: count - timesMs.flat().length };
}
