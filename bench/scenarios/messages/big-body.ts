import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "undici";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf, percentile } from "../../load/figures/statistics.ts";
import { readLoopStops } from "../../load/service/metrics.ts";
import { channelPath, startService } from "../../load/service/service.ts";
import type { WrkOptions } from "../../load/wrk/wrk.ts";
import { describeErrors, runWrk } from "../../load/wrk/wrk.ts";
import type { BenchContext, Column, Figures, Scenario } from "../scenario.types.ts";

const bodyBytes = 200 * 1024;
const stopMsWanted = 5;
const warmUpBodies = 50;

const columns: readonly Column[] = [
  { key: "longestMs", heading: "longest stop ms", digits: 1, summary: "median" },
  { key: "stopP99Ms", heading: "stop p99 ms", digits: 1, summary: "median" },
  { key: "p50Ms", heading: "status p50 ms", digits: 2, summary: "median" },
  { key: "p99Ms", heading: "status p99 ms", digits: 2, summary: "median" },
  { key: "maxMs", heading: "status max ms", digits: 1, summary: "max" },
  { key: "bodiesPerSecond", heading: "bodies/s", digits: 0, summary: "median" },
  { key: "bodyP99Ms", heading: "body p99 ms", digits: 1, summary: "median" },
  { key: "rssMib", heading: "RSS MiB", digits: 0, summary: "max" },
];

const bodyWith = (message: object): Buffer =>
  Buffer.from(JSON.stringify({ sender: { id: "big" }, message: { type: "text", ...message } }));

/** Two bodies of the same size: one with as little structure as possible, one with as much as a client would send. */
const bodies = {
  "one long text": bodyWith({ text: "Where is my parcel? ".repeat(bodyBytes / 20) }),
  "4,000 unknown keys": bodyWith({
    text: "Where is my parcel?",
    other: Object.fromEntries(
      Array.from({ length: 4_000 }, (_, at) => [`an unknown key ${at}`, [at, `value ${at}`, null]]),
    ),
  }),
} as const;

/** How long a stream of 200 KiB bodies blocks the service for other clients, measured by status queries meanwhile. */
export const bigBody: Scenario = async (context) => {
  const mistakes: string[] = [];
  const runners = [
    createRunner("idle", null, context, mistakes),
    ...Object.entries(bodies).map(([name, body]) => createRunner(name, body, context, mistakes)),
  ];
  const contestants = await runRounds("big-body", runners, context);
  return {
    title: "big-body: customer messages of 200 KiB, one after the other, and status queries on another connection",
    columns,
    contestants,
    verdicts: contestants.map((contestant) => {
      const longestMs = medianOf(contestant, "longestMs");
      const isIdle = contestant.name === "idle";
      return {
        name: `${contestant.name}: longest stop of the loop`,
        target: isIdle ? "none" : `<= ${stopMsWanted} ms`,
        measured: `${longestMs.toFixed(1)} ms`,
        isMet: isIdle ? null : longestMs <= stopMsWanted,
      };
    }),
    checks: [{ name: "answers", detail: "every status query and every body 2xx", mistakes }],
    profile: [],
  };
};

function createRunner(
  name: string,
  body: Buffer | null,
  { options, workFolder }: BenchContext,
  mistakes: string[],
): Runner {
  const { seconds, nodeFlags } = options;
  return {
    name,
    describe: ({ longestMs = Number.NaN, p99Ms = Number.NaN }: Figures) =>
      `longest stop ${longestMs.toFixed(1)} ms, status p99 ${p99Ms.toFixed(2)} ms`,
    async round() {
      const server = await startService({ folder: join(workFolder, "big-body"), nodeFlags });
      const query = (length: number): WrkOptions => ({
        url: `${server.url}${channelPath}/status`,
        connections: 1,
        seconds: length,
        script: "paced.lua",
      });
      await runWrk(query(1));
      if (body !== null) await streamBodies(server.url, body, (sent) => sent < warmUpBodies);
      await readLoopStops(server.url);
      let isOver = false;
      const streaming = body === null ? nothing : streamBodies(server.url, body, () => !isOver);
      const report = await runWrk(query(seconds));
      isOver = true;
      const { timesMs, refused } = await streaming;
      const stops = await readLoopStops(server.url);
      const { rssMib } = server.resources();
      await server.end("SIGTERM");
      const errors = describeErrors(report);
      if (errors !== "" || refused > 0) mistakes.push(`${name}: ${refused} bodies refused; ${errors}`);
      return {
        longestMs: stops.longestMs,
        stopP99Ms: stops.p99Ms,
        p50Ms: report.p50Us / 1000,
        p99Ms: report.p99Us / 1000,
        maxMs: report.maxUs / 1000,
        bodiesPerSecond: timesMs.length / seconds,
        bodyP99Ms: timesMs.length === 0 ? 0 : percentile(timesMs, 0.99),
        rssMib,
      };
    },
  };
}

interface Streamed {
  readonly timesMs: readonly number[];
  readonly refused: number;
}

const nothing: Promise<Streamed> = delay(0, { timesMs: [], refused: 0 });

/** Sends one body after the other on one connection. */
async function streamBodies(url: string, body: Buffer, wantsMore: (sent: number) => boolean): Promise<Streamed> {
  const client = new Client(url);
  const timesMs: number[] = [];
  let refused = 0;
  while (wantsMore(timesMs.length)) {
    const startedAtMs = performance.now();
    const answer = await client.request({ method: "POST", path: channelPath, body });
    await answer.body.dump();
    if (answer.statusCode !== 200) refused += 1;
    timesMs.push(performance.now() - startedAtMs);
  }
  await client.close();
  return { timesMs, refused };
}
