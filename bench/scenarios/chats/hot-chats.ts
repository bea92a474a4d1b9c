import { rmSync } from "node:fs";
import { join } from "node:path";
import { Client } from "undici";
import { medianOf, percentile } from "../../load/figures/statistics.ts";
import { openChatsMax } from "../../load/options.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { channelPath, startService } from "../../load/service/service.ts";
import type { BenchContext, Column, Contestant, Figures, Scenario, Verdict } from "../scenario.types.ts";
import { memoryOf, openChats } from "./open-chats.ts";

const chats = openChatsMax;
const rssMibWanted = 560;
const heapBytesWanted = 1_300;
const wakeMsWanted = 5;
/**
 * The numbers of the chats that get one measured message each. `warmed`: the numbers of chats that got a message just before, and
 * so are in memory.
 */
const touched = Array.from({ length: 2_000 }, (_, at) => at);
const warmed = Array.from({ length: 100 }, (_, at) => chats - 1 - at);

const columns: readonly Column[] = [
  { key: "inMemory", heading: "chats in memory", digits: 0, summary: "median" },
  { key: "rssMib", heading: "RSS MiB", digits: 0, summary: "max" },
  { key: "ownMib", heading: "of it own MiB", digits: 0, summary: "max" },
  { key: "heapMib", heading: "heap used MiB", digits: 0, summary: "median" },
  { key: "p50Ms", heading: "message p50 ms", digits: 2, summary: "median" },
  { key: "p99Ms", heading: "p99 ms", digits: 2, summary: "median" },
];

const names = ["empty", `${chats} hot chats`, "the same chats, put away"] as const;

/** The memory of open chats, and the cost of a message to an evicted one. */
export const hotChats: Scenario = async (context) => {
  const mistakes: string[] = [];
  const rounds: (readonly Figures[])[] = [];
  for (let number = 1; number <= context.options.rounds; number += 1) {
    const figures = await measureRound(context, mistakes);
    rounds.push(figures);
    context.progress(`hot-chats  round ${number}/${context.options.rounds}  ${figures.map(describe).join("; ")}`);
  }
  const measured = names.map((name, at) => ({
    name,
    rounds: rounds.flatMap((round): readonly Figures[] => round.slice(at, at + 1)),
  }));
  return {
    title: `hot-chats: ${chats} open chats, and messages to ${touched.length} of them, one at a time`,
    columns,
    contestants: measured,
    verdicts: judge(measured),
    checks: [{ name: "answers", detail: "every message 200, every chat in memory", mistakes }],
    profile: [],
  };
};

function judge([empty, hot, putAway]: readonly Contestant[]): Verdict[] {
  if (empty === undefined || hot === undefined || putAway === undefined) return [];
  const rssMib = medianOf(hot, "rssMib");
  const wakeMs = medianOf(putAway, "p99Ms");
  const bytesEach = (contestant: Contestant): number =>
    ((medianOf(contestant, "heapMib") - medianOf(empty, "heapMib")) * 2 ** 20) / chats;
  const hotBytes = bytesEach(hot);
  return [
    {
      name: "hot: RSS",
      target: `<= ${rssMibWanted} MiB`,
      measured: `${rssMib.toFixed(0)} MiB`,
      isMet: rssMib <= rssMibWanted,
    },
    {
      name: "hot: heap for each chat",
      target: `<= ${heapBytesWanted} bytes`,
      measured: `${hotBytes.toFixed(0)} bytes`,
      isMet: hotBytes <= heapBytesWanted,
    },
    {
      name: "put away: heap for each chat",
      target: "none to speak of",
      measured: `${bytesEach(putAway).toFixed(0)} bytes`,
      isMet: null,
    },
    {
      name: "put away: message p99",
      target: `<= ${wakeMsWanted} ms`,
      measured: `${wakeMs.toFixed(2)} ms`,
      isMet: wakeMs <= wakeMsWanted,
    },
    {
      name: "hot chats of that process: message p99",
      target: "none",
      measured: `${medianOf(putAway, "hotP99Ms").toFixed(2)} ms`,
      isMet: null,
    },
  ];
}

const describe = ({ rssMib = Number.NaN, heapMib = Number.NaN, p99Ms = Number.NaN }: Figures): string =>
  `${rssMib.toFixed(0)} MiB, heap ${heapMib.toFixed(0)}, p99 ${p99Ms.toFixed(2)} ms`;

/** Measures one data folder three times: empty, then filled, then read by a new process that has loaded none of its chats. */
async function measureRound({ options, workFolder }: BenchContext, mistakes: string[]): Promise<readonly Figures[]> {
  const folder = join(workFolder, "hot-chats");
  rmSync(folder, { recursive: true, force: true });
  // A garbage collection can be requested only through a debugger.
  const nodeFlags = `${options.nodeFlags} --inspect=127.0.0.1:0`;
  const logFile = join(folder, "service.log");
  const first = await startService({ folder, nodeFlags });
  const memoryEmpty = await memoryOf(first, logFile);
  const empty = { ...memoryEmpty, ...(await writeTo(first, [touched], mistakes))[0] };
  await openChats(first, { chats, connections: options.connections }, mistakes);
  const memoryHot = await memoryOf(first, logFile);
  const hot = { ...memoryHot, ...(await writeTo(first, [touched], mistakes))[0] };
  await first.end("SIGTERM");

  const second = await startService({ folder, nodeFlags });
  const memoryPutAway = await memoryOf(second, logFile);
  await writeTo(second, [warmed], mistakes);
  const [woken, hotMeanwhile] = await writeTo(second, [touched, warmed], mistakes);
  await second.end("SIGTERM");
  return [empty, hot, { ...memoryPutAway, ...woken, hotP99Ms: hotMeanwhile?.p99Ms ?? Number.NaN }];
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
