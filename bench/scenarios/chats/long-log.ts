import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { logIn } from "../../load/clients/desk-agent.ts";
import type { OwnersReport } from "../../load/clients/owners-server.ts";
import { readOwners, startOwnersServer } from "../../load/clients/owners-server.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { median, medianOf } from "../../load/figures/statistics.ts";
import { readLoopStops } from "../../load/service/metrics.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { channelPath, dataFolderOf, otherChannelPath, startService } from "../../load/service/service.ts";
import { describeErrors, startWrk } from "../../load/wrk/wrk.ts";
import type { BenchContext, Column, Figures, Scenario } from "../scenario.types.ts";

const messagesOfChat = 5_000;
const text = "Where is my parcel? It was promised for last week. ".repeat(20).slice(0, 1_000);
/** Messages of one chat in progress at once. */
const atOnce = 16;

/** A data folder with long chats that are with an agent; each round gets a copy. */
interface LongChats {
  readonly ids: readonly string[];
  /** Copies the data folder for a service in this folder. */
  copyTo(folder: string): void;
}

/** Makes this many chats; they are written and accepted through the service itself. */
async function makeLongChats(chats: number, { options, workFolder, progress }: BenchContext): Promise<LongChats> {
  const folder = join(workFolder, "long-chats");
  const service = await startService({ folder, nodeFlags: options.nodeFlags, logLevel: "warn" });
  const pool = new Pool(service.url, { connections: atOnce * chats, pipelining: 1 });
  await Promise.all(Array.from({ length: chats }, (_, number) => writeChat(pool, `long-${number}`)));
  await pool.close();
  const agent = await logIn(service.url);
  const ids = await agent.acceptChats(chats);
  await agent.close();
  await service.end("SIGTERM");
  progress(`long-log  ${chats} chats of ${messagesOfChat} messages stored`);
  return {
    ids,
    copyTo(copy) {
      mkdirSync(copy, { recursive: true });
      cpSync(dataFolderOf(folder), dataFolderOf(copy), { recursive: true });
    },
  };
}

async function writeChat(pool: Pool, senderId: string): Promise<void> {
  const body = JSON.stringify({ sender: { id: senderId }, message: { type: "text", text } });
  let left = messagesOfChat;
  const write = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const answer = await pool.request({ method: "POST", path: channelPath, body });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`A message of ${senderId} was answered ${answer.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, write));
}

const closingsMax = 10;
const closingsPerSecond = 2;
const stopMsWanted = 20;
const lookEveryMs = 20;
const arrivalTimeoutMs = 15_000;
/** Longer than the closings take. The watch is ended when the last chat has closed. */
const watchSecondsMax = 600;

const columns: readonly Column[] = [
  { key: "longestMs", heading: "longest stop ms", digits: 1, summary: "median" },
  { key: "worstMs", heading: "worst ms", digits: 1, summary: "max" },
  { key: "arrivedMs", heading: "closed to arrived ms", digits: 0, summary: "median" },
  { key: "mib", heading: "body MiB", digits: 1, summary: "median" },
  { key: "p50Ms", heading: "other channel: status p50 ms", digits: 2, summary: "median" },
  { key: "p99Ms", heading: "p99 ms", digits: 2, summary: "median" },
  { key: "maxMs", heading: "max ms", digits: 1, summary: "max" },
  { key: "cpuSeconds", heading: "CPU s", digits: 2, summary: "median" },
  { key: "rssMib", heading: "RSS MiB", digits: 0, summary: "max" },
];

/** How long the end of a long chat, sent to the channel's owner, blocks a status query of another channel. */
export const longLog: Scenario = async (context) => {
  const mistakes: string[] = [];
  const chats = await makeLongChats(Math.min(closingsMax, context.options.seconds * closingsPerSecond), context);
  const closings = `${chats.ids.length} chats of ${messagesOfChat} messages closed`;
  const runners = [
    createRunner("nobody closes", { ...chats, ids: [] }, context, mistakes),
    createRunner(closings, chats, context, mistakes),
  ];
  const contestants = await runRounds("long-log", runners, context);
  return {
    title:
      "long-log: chats of 1,000 characters a message closed one after the other, and status queries of another channel",
    columns,
    contestants,
    verdicts: contestants.map((contestant, at) => {
      const worstMs = medianOf(contestant, "worstMs");
      return {
        name: `${contestant.name}: longest stop of the loop`,
        target: at === 0 ? "none" : `<= ${stopMsWanted} ms`,
        measured: `${worstMs.toFixed(1)} ms`,
        isMet: at === 0 ? null : worstMs <= stopMsWanted,
      };
    }),
    checks: [{ name: "logs", detail: "every chat's end arrived once, with all its messages", mistakes }],
    profile: [],
  };
};

function createRunner(
  name: string,
  chats: LongChats,
  { options, workFolder }: BenchContext,
  mistakes: string[],
): Runner {
  return {
    name,
    describe: ({ worstMs = Number.NaN, p99Ms = Number.NaN }: Figures) =>
      `longest stop ${worstMs.toFixed(1)} ms, status p99 ${p99Ms.toFixed(2)} ms`,
    async round(number) {
      const folder = join(workFolder, "long-log", `${chats.ids.length}-${number}`);
      chats.copyTo(folder);
      const owners = await startOwnersServer(folder, "ok");
      const { nodeFlags } = options;
      const service = await startService({ folder, nodeFlags, ownersUrl: owners.url, otherWebhookUrl: owners.url });
      const before = service.resources();
      const status = { url: `${service.url}${otherChannelPath}/status`, connections: 1, seconds: watchSecondsMax };
      const watch = startWrk({ ...status, script: "paced.lua" });
      const closed = await closeAll(service, owners, chats.ids, options.seconds);
      watch.interrupt();
      const report = await watch.report;
      const after = service.resources();
      await service.end("SIGTERM");
      const { logs } = await readOwners(owners);
      await owners.end("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
      const found = [...logMistakes(logs, chats.ids.length), describeErrors(report)].filter((line) => line !== "");
      mistakes.push(...found.map((mistake) => `round ${number}, ${name}: ${mistake}`));
      return {
        ...closed,
        mib: (logs[0]?.bytes ?? 0) / 2 ** 20,
        p50Ms: report.p50Us / 1000,
        p99Ms: report.p99Us / 1000,
        maxMs: report.maxUs / 1000,
        cpuSeconds: after.cpuSeconds - before.cpuSeconds,
        rssMib: after.rssMib,
      };
    },
  };
}

interface Closed {
  /** The median and the worst of all closings; the value of a closing is its longest block of the event loop. */
  readonly longestMs: number;
  readonly worstMs: number;
  readonly arrivedMs: number;
}

/** Closes one chat after the other, each when the end of the last one has arrived. Without chats it waits for the given seconds. */
async function closeAll(
  service: ServerProcess,
  owners: ServerProcess,
  chatIds: readonly string[],
  seconds: number,
): Promise<Closed> {
  const agent = await logIn(service.url);
  const stopsMs: number[] = [];
  const timesMs: number[] = [];
  await readLoopStops(service.url);
  if (chatIds.length === 0) {
    await delay(seconds * 1000);
    stopsMs.push((await readLoopStops(service.url)).longestMs);
  }
  for (const [index, id] of chatIds.entries()) {
    const fromMs = performance.now();
    await agent.stepInAll([id], "POST", "close");
    await whenLogged(owners, index + 1);
    timesMs.push(performance.now() - fromMs);
    stopsMs.push((await readLoopStops(service.url)).longestMs);
  }
  await agent.close();
  const arrivedMs = timesMs.length === 0 ? 0 : median(timesMs);
  return { longestMs: median(stopsMs), worstMs: Math.max(...stopsMs), arrivedMs };
}

/** Resolves when the ends of this many long chats have arrived, or after the timeout. */
async function whenLogged(owners: ServerProcess, count: number): Promise<void> {
  const givenUpAtMs = performance.now() + arrivalTimeoutMs;
  while ((await readOwners(owners)).logs.length < count && performance.now() < givenUpAtMs) await delay(lookEveryMs);
}

function logMistakes(logs: OwnersReport["logs"], wanted: number): readonly string[] {
  const short = logs.filter(({ entries }) => entries !== messagesOfChat);
  return [
    ...(logs.length === wanted ? [] : [`${logs.length} ends of long chats arrived, expected ${wanted}`]),
    ...short.map(({ entries }) => `an end had ${entries} entries, expected ${messagesOfChat}`),
  ];
}
