import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "undici";
import { writeChats } from "../../load/clients/write-chats.ts";
import { runTogether } from "../../load/figures/rounds.ts";
import { medianOf, percentile } from "../../load/figures/statistics.ts";
import { readMetrics } from "../../load/service/metrics.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { channelPath } from "../../load/service/service.ts";
import { createPostgresHome } from "../cluster/postgres-home.ts";
import type { Home } from "../messages/home.ts";
import { createLmdbHome } from "../messages/home.ts";
import type { BenchContext, Column, Contestant, Figures, Scenario, Verdict } from "../scenario.types.ts";
import { atMost, fact } from "../verdicts.ts";

const ownMibWanted = 400;
const heapBytesWanted = 1_100;
const wakeMsWanted = 5;
/** How many chats get one measured message each. */
const touchedCount = 2_000;
/** How many chats got a message just before, and so are in memory. */
const warmedCount = 100;
/** The last rows wait in memory this long before LMDB writes them. */
const settleMs = 5_000;

const columns: readonly Column[] = [
  { key: "inMemory", heading: "chats in memory", digits: 0, summary: "median" },
  { key: "ownMib", heading: "own MiB", digits: 0, summary: "max" },
  { key: "rssMib", heading: "RSS MiB", digits: 0, summary: "max" },
  { key: "heapMib", heading: "heap used MiB", digits: 0, summary: "median" },
  { key: "p50Ms", heading: "message p50 ms", digits: 2, summary: "median" },
  { key: "p99Ms", heading: "p99 ms", digits: 2, summary: "median" },
];

/** The memory of open chats on LMDB and on PostgreSQL, and the cost of a message to an evicted one. */
export const hotChats: Scenario = async (context) => {
  const { openChats: chats } = context.options;
  const mistakes: string[] = [];
  const names = ["empty", `${chats} hot chats`, "the same chats, put away", `${chats} hot chats on PostgreSQL`];
  const round = async () => [...(await measureLmdb(context, mistakes)), await measurePostgres(context, mistakes)];
  const measured = await runTogether("hot-chats", { names, round, describe }, context);
  return {
    title: `hot-chats: ${chats} open chats, and messages to ${touchedCount} of them, one at a time; memory after a garbage collection`,
    columns,
    contestants: measured,
    verdicts: judge(measured, chats),
    checks: [{ name: "answers", detail: "every message 200, every chat in memory", mistakes }],
    profile: [],
  };
};

function judge([empty, hot, putAway, postgres]: readonly Contestant[], chats: number): readonly Verdict[] {
  if (empty === undefined || hot === undefined || putAway === undefined || postgres === undefined) return [];
  const bytesEach = (contestant: Contestant): number =>
    ((medianOf(contestant, "heapMib") - medianOf(empty, "heapMib")) * 2 ** 20) / chats;
  const onPostgres = (key: "ownMib" | "heapMib"): Verdict =>
    atMost(
      `${postgres.name}: ${key === "ownMib" ? "own memory" : "heap"}, of that on LMDB`,
      medianOf(postgres, key) / medianOf(hot, key),
      1,
    );
  return [
    atMost("hot: own memory", medianOf(hot, "ownMib"), ownMibWanted, "MiB", 0),
    fact("hot: RSS, with the pages of the store", `${medianOf(hot, "rssMib").toFixed(0)} MiB`),
    atMost("hot: heap for each chat", bytesEach(hot), heapBytesWanted, "bytes", 0),
    fact("put away: heap for each chat", `${bytesEach(putAway).toFixed(0)} bytes`),
    atMost("put away: message p99", medianOf(putAway, "p99Ms"), wakeMsWanted, "ms"),
    fact("hot chats of that process: message p99", `${medianOf(putAway, "hotP99Ms").toFixed(2)} ms`),
    onPostgres("ownMib"),
    onPostgres("heapMib"),
  ];
}

const describe = ({ ownMib = Number.NaN, heapMib = Number.NaN, p99Ms = Number.NaN }: Figures): string =>
  `own ${ownMib.toFixed(0)} MiB, heap ${heapMib.toFixed(0)}, p99 ${p99Ms.toFixed(2)} ms`;

/** Measures one data folder three times: empty, then filled, then read by a new process that has loaded none of its chats. */
async function measureLmdb(context: BenchContext, mistakes: string[]): Promise<readonly Figures[]> {
  const { openChats: chats } = context.options;
  const touched = Array.from({ length: Math.min(touchedCount, chats) }, (_, at) => at);
  const warmed = Array.from({ length: Math.min(warmedCount, chats) }, (_, at) => chats - 1 - at);
  const home = createLmdbHome(mkdtempSync(join(context.workFolder, "hot-chats-")));
  const first = await startIn(home, context);
  const memoryEmpty = await memoryOf(first);
  const empty = { ...memoryEmpty, ...(await writeTo(first, [touched], mistakes))[0] };
  const memoryHot = await fill(first, context, mistakes);
  const hot = { ...memoryHot, ...(await writeTo(first, [touched], mistakes))[0] };
  await first.end("SIGTERM");

  const second = await startIn(home, context);
  const memoryPutAway = await memoryOf(second);
  await writeTo(second, [warmed], mistakes);
  const [woken, hotMeanwhile] = await writeTo(second, [touched, warmed], mistakes);
  await second.end("SIGTERM");
  return [empty, hot, { ...memoryPutAway, ...woken, hotP99Ms: hotMeanwhile?.p99Ms ?? Number.NaN }];
}

/** The node's memory, without the database's. */
async function measurePostgres(context: BenchContext, mistakes: string[]): Promise<Figures> {
  const home = await createPostgresHome(1, context);
  const server = await startIn(home, context);
  const figures = await fill(home.firstNode() ?? server, context, mistakes);
  await server.end("SIGTERM");
  await home.remove();
  return figures;
}

const startIn = (home: Home, { options: { nodeFlags } }: BenchContext): Promise<ServerProcess> =>
  home.start({ nodeFlags, logLevel: "info" });

/** Opens all chats, and returns the memory that they take. */
async function fill(
  server: ServerProcess,
  { options: { openChats: chats, connections } }: BenchContext,
  mistakes: string[],
): Promise<Figures> {
  await writeChats({ url: server.url, chats, connections });
  const memory = await memoryOf(server);
  if ((memory["inMemory"] ?? 0) < chats) mistakes.push(`${memory["inMemory"]} chats were in memory, expected ${chats}`);
  return memory;
}

async function memoryOf(server: ServerProcess): Promise<Figures> {
  await delay(settleMs);
  const memory = await server.memory();
  const metric = await readMetrics(server.url);
  return { ...memory, inMemory: metric("parley_conversations_in_memory") };
}

interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Writes one message after the other, to a chat of each group in turn, until the first group is done. */
async function writeTo(
  { url }: ServerProcess,
  groups: readonly (readonly number[])[],
  mistakes: string[],
): Promise<readonly Latency[]> {
  const client = new Client(url);
  const timesMs = groups.map((): number[] => []);
  for (const at of groups[0]?.keys() ?? []) {
    for (const [number, group] of groups.entries()) {
      const id = `c${group[at % group.length]}`;
      const body = JSON.stringify({ sender: { id }, message: { type: "text", text: "Where is my parcel?" } });
      const startedAtMs = performance.now();
      const answer = await client.request({ method: "POST", path: channelPath, body });
      await answer.body.dump();
      timesMs[number]?.push(performance.now() - startedAtMs);
      if (answer.statusCode !== 200) mistakes.push(`a message of ${id} was answered ${answer.statusCode}`);
    }
  }
  await client.close();
  return timesMs.map((times) => ({ p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) }));
}
