import { cpSync, mkdirSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "undici";
import { logIn } from "../../load/clients/desk-agent.ts";
import { readOwners, startOwnersServer } from "../../load/clients/owners-server.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import { readLoopStops, readMetrics } from "../../load/service/metrics.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { channelPath, dataFolderOf, otherChannelPath, startService } from "../../load/service/service.ts";
import { describeErrors, runWrk, startWrk } from "../../load/wrk/wrk.ts";
import { createPoster } from "../../peers/poster.ts";
import type { BenchContext, Column, Contestant, Figures, Scenario, Verdict } from "../scenario.types.ts";
import { atMost, fact } from "../verdicts.ts";

const columns: readonly Column[] = [
  { key: "longestMs", heading: "longest stop ms", digits: 1, summary: "median" },
  { key: "stopP99Ms", heading: "stop p99 ms", digits: 1, summary: "median" },
  { key: "p50Ms", heading: "status p50 ms", digits: 2, summary: "median" },
  { key: "p99Ms", heading: "status p99 ms", digits: 2, summary: "median" },
  { key: "maxMs", heading: "status max ms", digits: 1, summary: "max" },
  { key: "donePerSecond", heading: "done/s", digits: 1, summary: "median" },
  { key: "cutOff", heading: "cut off", digits: 0, summary: "median" },
  { key: "grownMib", heading: "RSS grown MiB", digits: 1, summary: "max" },
  { key: "rssMib", heading: "RSS MiB", digits: 0, summary: "max" },
];

/** What others do to the service, while somebody asks for the status on another connection. */
interface Disturbance {
  readonly name: string;
  /** The longest stop of the event loop. Absent: no target. */
  readonly stopMsMax?: number;
  /** The p99 of the status, as a multiple of the p99 without a disturbance, and the memory that may grow. Absent: no target. */
  readonly p99TimesMax?: number;
  readonly grownMibMax?: number;
  /** The service begins with the data of this folder. */
  readonly dataOf?: string;
  /** A fresh process is not yet compiled for such work. */
  warmUp?(stage: Disturbed): Promise<unknown>;
  /** Disturbs for about this long. Returns how often it did, and further figures. */
  disturb(stage: Disturbed, seconds: number): Promise<{ readonly done: number; readonly figures?: Figures }>;
}

interface Disturbed {
  readonly server: ServerProcess;
  /** The server of the channel's owner. */
  readonly owners: ServerProcess;
  note(mistake: string): void;
}

/** A status query every 2 ms, while others send large bodies, close long chats, or read nothing of what they ask for. */
export const bystander: Scenario = async (context) => {
  const mistakes: string[] = [];
  const disturbances: readonly Disturbance[] = [
    { name: "nobody else", disturb: (_, seconds) => delay(seconds * 1000, { done: 0 }) },
    { ...bodiesOf("one long text", oneText), stopMsMax: bodyStopMsMax },
    { ...bodiesOf("4,000 unknown keys", manyKeys), stopMsMax: bodyStopMsMax },
    await closings(context),
    {
      name: `${deafConnections} connections read nothing`,
      p99TimesMax: 2,
      grownMibMax: 64,
      warmUp: async ({ server }) => (await fetch(`${server.url}${deafPath}`)).arrayBuffer(),
      disturb: askAndReadNothing,
    },
  ];
  const runners = disturbances.map((disturbance) => createRunner(disturbance, context, mistakes));
  const contestants = await runRounds("bystander", runners, context);
  return {
    title: "bystander: a status query every 2 ms, while others disturb the service",
    columns,
    contestants,
    verdicts: contestants.flatMap((contestant, at) => judge(disturbances[at], contestant, contestants[0])),
    checks: [{ name: "answers", detail: "every query and every body 2xx, every log whole", mistakes }],
    profile: [],
  };
};

function judge(
  { stopMsMax, p99TimesMax, grownMibMax }: Partial<Disturbance> = {},
  contestant: Contestant,
  calm: Contestant = contestant,
): readonly Verdict[] {
  const { name, rounds } = contestant;
  const stopMs = medianOf(contestant, "longestMs");
  const times = medianOf(contestant, "p99Ms") / medianOf(calm, "p99Ms");
  const grownMib = Math.max(...rounds.map((round) => round["grownMib"] ?? Number.NaN));
  return [
    stopMsMax === undefined
      ? fact(`${name}: longest stop of the loop`, `${stopMs.toFixed(1)} ms`)
      : atMost(`${name}: longest stop of the loop`, stopMs, stopMsMax, "ms", 1),
    ...(p99TimesMax === undefined ? [] : [atMost(`${name}: status p99, of that with nobody else`, times, p99TimesMax)]),
    ...(grownMibMax === undefined ? [] : [atMost(`${name}: RSS grown`, grownMib, grownMibMax, "MiB", 1)]),
  ];
}

const watchSecondsMax = 600;
const lookEveryMs = 50;

function createRunner(own: Disturbance, { options, workFolder }: BenchContext, mistakes: string[]): Runner {
  const { seconds, nodeFlags } = options;
  return {
    name: own.name,
    describe: ({ longestMs = Number.NaN, p99Ms = Number.NaN }) =>
      `longest stop ${longestMs.toFixed(1)} ms, status p99 ${p99Ms.toFixed(2)} ms`,
    async round(number) {
      const note = (mistake: string): void => void mistakes.push(`round ${number}, ${own.name}: ${mistake}`);
      const folder = join(workFolder, "bystander", `${own.name.replaceAll(/\W+/g, "-")}-${number}`);
      mkdirSync(folder, { recursive: true });
      if (own.dataOf !== undefined) cpSync(dataFolderOf(own.dataOf), dataFolderOf(folder), { recursive: true });
      const owners = await startOwnersServer(folder, "ok");
      const server = await startService({ folder, nodeFlags, ownersUrl: owners.url, otherWebhookUrl: owners.url });
      const query = { url: `${server.url}${otherChannelPath}/status`, connections: 1, script: "paced.lua" } as const;
      await runWrk({ ...query, seconds: 1 });
      await own.warmUp?.({ server, owners, note });
      await readLoopStops(server.url);
      const before = server.resources();
      let { rssMib } = before;
      const look = setInterval(() => {
        rssMib = Math.max(rssMib, server.resources().rssMib);
      }, lookEveryMs);
      const watch = startWrk({ ...query, seconds: watchSecondsMax });
      const fromMs = performance.now();
      const { done, figures } = await own.disturb({ server, owners, note }, seconds);
      const tookSeconds = (performance.now() - fromMs) / 1000;
      watch.interrupt();
      const report = await watch.report;
      clearInterval(look);
      const stops = await readLoopStops(server.url);
      await server.end("SIGTERM");
      await owners.end("SIGKILL");
      const errors = describeErrors(report);
      if (errors !== "") note(errors);
      return {
        ...{ longestMs: stops.longestMs, stopP99Ms: stops.p99Ms, donePerSecond: done / tookSeconds },
        ...{ p50Ms: report.p50Us / 1000, p99Ms: report.p99Us / 1000, maxMs: report.maxUs / 1000 },
        ...{ grownMib: rssMib - before.rssMib, rssMib, ...figures },
      };
    },
  };
}

const bodyBytes = 200 * 1024;
const bodyStopMsMax = 5;
const warmUpBodies = 50;

const bodyWith = (message: object): Buffer =>
  Buffer.from(JSON.stringify({ sender: { id: "big" }, message: { type: "text", ...message } }));

/** Two bodies of the same size: one with as little structure as possible, one with as much as a client would send. */
const oneText = bodyWith({ text: "Where is my parcel? ".repeat(bodyBytes / 20) });
const manyKeys = bodyWith({
  text: "Where is my parcel?",
  other: Object.fromEntries(
    Array.from({ length: 4_000 }, (_, at) => [`an unknown key ${at}`, [at, `value ${at}`, null]]),
  ),
});

/** Sends messages of 200 KiB, one after the other on one connection. */
function bodiesOf(name: string, body: Buffer): Disturbance {
  const send = async ({ server, note }: Disturbed, wantsMore: (sent: number) => boolean): Promise<number> => {
    const client = new Client(server.url);
    let sent = 0;
    for (; wantsMore(sent); sent += 1) {
      const answer = await client.request({ method: "POST", path: channelPath, body });
      await answer.body.dump();
      if (answer.statusCode !== 200) note(`a body was answered ${answer.statusCode}`);
    }
    await client.close();
    return sent;
  };
  return {
    name: `200 KiB, ${name}`,
    warmUp: (stage) => send(stage, (sent) => sent < warmUpBodies),
    async disturb(stage, seconds) {
      const untilMs = performance.now() + seconds * 1000;
      return { done: await send(stage, () => performance.now() < untilMs) };
    },
  };
}

const closingsMax = 10;
const closingsPerSecond = 2;
const messagesOfLongChat = 5_000;
const longText = "Where is my parcel? It was promised for last week. ".repeat(20).slice(0, 1_000);
/** Messages of one chat in progress at once. */
const atOnce = 16;
const logTimeoutMs = 15_000;

/** Chats of thousands of messages are closed, each when the owner has the log of the last one. */
async function closings({ options, workFolder, progress }: BenchContext): Promise<Disturbance> {
  const folder = join(workFolder, "long-chats");
  const [chats, messages] = [
    Math.min(closingsMax, options.seconds * closingsPerSecond),
    Math.min(messagesOfLongChat, options.chats),
  ];
  const service = await startService({ folder, nodeFlags: options.nodeFlags, logLevel: "warn" });
  await writeLongChats(service.url, chats, messages);
  const writer = await logIn(service.url);
  const ids = await writer.acceptChats(chats);
  await writer.close();
  await service.end("SIGTERM");
  progress(`bystander  ${chats} chats of ${messages} messages stored`);
  return {
    name: `chats of ${messages} messages closed`,
    stopMsMax: 20,
    dataOf: folder,
    async disturb({ server, owners, note }) {
      const agent = await logIn(server.url);
      for (const [index, id] of ids.entries()) {
        await agent.stepInAll([id], "POST", "close");
        for (const untilMs = performance.now() + logTimeoutMs; performance.now() < untilMs; await delay(lookEveryMs))
          if ((await readOwners(owners)).logs.length > index) break;
      }
      await agent.close();
      const { logs } = await readOwners(owners);
      if (logs.length !== chats) note(`${logs.length} logs of long chats arrived, expected ${chats}`);
      for (const { entries } of logs.filter((log) => log.entries !== messages))
        note(`a log had ${entries} entries, expected ${messages}`);
      return { done: chats };
    },
  };
}

async function writeLongChats(url: string, chats: number, messages: number): Promise<void> {
  const poster = createPoster(url, atOnce * chats);
  const write = async (chat: number, count: number): Promise<void> => {
    const body = JSON.stringify({ sender: { id: `long-${chat}` }, message: { type: "text", text: longText } });
    for (let at = 0; at < count; at += 1) {
      const status = await new Promise<number | null>((resolve) => poster.post(channelPath, body, resolve));
      if (status !== 200) throw new Error(`A message of long-${chat} was answered ${status ?? "nothing"}`);
    }
  };
  const writers = Array.from({ length: atOnce * chats }, (_, at) => {
    const place = Math.floor(at / chats);
    return write(at % chats, Math.floor(messages / atOnce) + (place < messages % atOnce ? 1 : 0));
  });
  await Promise.all(writers);
  await poster.close();
}

const deafConnections = 200;
const requestsEach = 5_000;
const deafPath = "/openapi.json";
/** The time after which a closed connection is reopened. */
const againAfterMs = 1_000;

/** Connections that ask for a large page again and again, and never read an answer. */
async function askAndReadNothing({ server }: Disturbed, seconds: number) {
  const { hostname, port, host } = new URL(server.url);
  const bytes = Buffer.from(`GET ${deafPath} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(requestsEach));
  const sockets = new Set<net.Socket>();
  const timers = new Set<NodeJS.Timeout>();
  let isOver = false;
  let done = 0;
  const open = (): void => {
    const socket = net.connect(Number(port), hostname);
    sockets.add(socket);
    done += 1;
    socket.pause();
    // A reset or a broken pipe means that the service has closed the connection.
    socket.on("error", () => undefined);
    socket.once("close", () => {
      sockets.delete(socket);
      if (!isOver) timers.add(setTimeout(open, againAfterMs));
    });
    socket.write(bytes);
  };
  for (let count = 0; count < deafConnections; count += 1) open();
  await delay(seconds * 1000);
  const metric = await readMetrics(server.url);
  isOver = true;
  for (const timer of timers) clearTimeout(timer);
  for (const socket of sockets) socket.destroy();
  return { done, figures: { cutOff: metric("parley_http_untaken_total") } };
}
