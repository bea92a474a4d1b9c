import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { WebSocket } from "ws";
import { openSession } from "../../../test/harness/open-session.ts";
import type { Closed, Crowd, ExpectedMode, PagesHeard } from "../../load/clients/crowd/crowd.ts";
import { startPages } from "../../load/clients/crowd/crowd.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import { monotonicUs } from "../../load/profile/profile.ts";
import { openFilesMax, socketsThatFit } from "../../load/service/open-files.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { agent, startPeer, startService, widgetChannelId } from "../../load/service/service.ts";
import type { BenchContext, Column, Contestant, Figures, Scenario, Verdict } from "../scenario.types.ts";
import { atMost } from "../verdicts.ts";

/** The service's default limit of pages per address. */
const pagesOfAddress = 2_000;
const lookEveryMs = 20;
const patienceMs = 60_000;

const hello = JSON.stringify({
  type: "hello",
  widget: widgetChannelId,
  page: { url: "https://shop.example/wheels", title: "Wheels" },
});

type Pages = Crowd<ExpectedMode, PagesHeard>;

/** Opens pages that each send the hello of a first visit and then do nothing. Resolves when all have their answer. */
async function openIdlePages(url: string, count: number): Promise<Pages> {
  const pages = startPages();
  const addresses = Array.from({ length: Math.ceil(count / pagesOfAddress) }, (_, at) => `127.0.0.${at + 2}`);
  await pages.open({ url, path: "/ws/widget", count, hellos: [hello], addresses });
  return pages;
}

async function whenTold(pages: Pages, count: number): Promise<PagesHeard & Closed> {
  const untilMs = performance.now() + patienceMs;
  for (;;) {
    const heard = await pages.report();
    if (heard.told + heard.closed >= count || performance.now() > untilMs) return heard;
    await delay(lookEveryMs);
  }
}

/** This share of the pages is opened and closed beforehand, so that everything that the service makes only once exists. */
const warmUpShare = 0.1;
const bytesEachWanted = 6_000;
const toldMsWanted = 5_000;
/** Time until the work that the opening caused is done. */
const settleMs = 3_000;

const columns: readonly Column[] = [
  { key: "openedMib", heading: "own MiB more, as opened", digits: 1, summary: "median" },
  { key: "ownMib", heading: "collected", digits: 1, summary: "median" },
  { key: "openedBytesEach", heading: "bytes each, as opened", digits: 0, summary: "median" },
  { key: "bytesEach", heading: "collected", digits: 0, summary: "median" },
  { key: "heapMib", heading: "of it heap MiB", digits: 1, summary: "median" },
  { key: "perSecond", heading: "hellos/s", digits: 0, summary: "median" },
  { key: "cpuUsPerHello", heading: "CPU us/hello", digits: 0, summary: "median" },
  { key: "toldP99Ms", heading: "mode told p99 ms", digits: 0, summary: "median" },
  { key: "toldMs", heading: "to all ms", digits: 0, summary: "max" },
  { key: "cpuUsPerTold", heading: "CPU us/page told", digits: 1, summary: "median" },
];

/** What idle pages with the widget cost the service. */
export const widgetSockets: Scenario = async (context) => {
  const { pages: asked } = context.options;
  const filesMax = openFilesMax();
  const pages = socketsThatFit(asked, filesMax);
  const lack = `this machine lets a process have ${filesMax} files open: ${pages} pages in place of ${asked}`;
  if (pages < asked) context.progress(`widget-sockets: ${lack}`);
  const mistakes: string[] = [];
  const runners: readonly Runner[] = [
    createRunner("bare uWS sockets", { ...context, pages, mistakes }, (folder) => startPeer("bare-sockets", folder)),
    createRunner("parley", { ...context, pages, mistakes }, (folder) =>
      startService({ folder, nodeFlags: context.options.nodeFlags, hasWidget: true }),
    ),
  ];
  const contestants = await runRounds("widget-sockets", runners, context);
  const [, parley] = contestants;
  if (parley === undefined) throw new Error("Expected the service among the contestants");
  const what = `widget-sockets: memory for ${pages} idle pages with the widget, and how fast all hear that agents came`;
  return {
    title: pages < asked ? `${what} (${lack})` : what,
    columns,
    contestants,
    verdicts: judge(parley),
    checks: [{ name: "pages", detail: "each was answered, told that agents came, and never closed", mistakes }],
    profile: [],
  };
};

const judge = (parley: Contestant): readonly Verdict[] => [
  atMost("parley: own memory a page, rubbish collected", medianOf(parley, "bytesEach"), bytesEachWanted, "bytes", 0),
  atMost("parley: mode told to all", medianOf(parley, "toldMs"), toldMsWanted, "ms", 0),
];

interface RunnerParts extends Pick<BenchContext, "workFolder"> {
  readonly pages: number;
  /** Collects wrong frames of pages. */
  readonly mistakes: string[];
}

function createRunner(
  name: string,
  { workFolder, pages: count, mistakes }: RunnerParts,
  start: (folder: string) => Promise<ServerProcess>,
): Runner {
  return {
    name,
    describe: ({ ownMib = Number.NaN, toldMs }: Figures) =>
      `${ownMib.toFixed(1)} MiB more${toldMs === undefined ? "" : `, told in ${toldMs.toFixed(0)} ms`}`,
    async round() {
      const folder = join(workFolder, "widget-sockets");
      rmSync(folder, { recursive: true, force: true });
      const server = await start(folder);
      const warmUp = await openIdlePages(server.url, Math.ceil(count * warmUpShare));
      await warmUp.end();
      const before = await memoryOf(server);
      const cpuBefore = server.resources().cpuSeconds;
      const fromMs = performance.now();
      const pages = await openIdlePages(server.url, count);
      const perSecond = count / ((performance.now() - fromMs) / 1000);
      const cpuUsPerHello = ((server.resources().cpuSeconds - cpuBefore) * 1e6) / count;
      const after = await memoryOf(server);
      const told = name === "parley" ? await measureTold(server, pages, { count, mistakes }) : {};
      await pages.end();
      await server.end("SIGTERM");
      const [openedMib, ownMib] = [
        after.asItIs.ownMib - before.collected.ownMib,
        after.collected.ownMib - before.collected.ownMib,
      ];
      return {
        openedMib,
        ownMib,
        heapMib: after.collected.heapMib - before.collected.heapMib,
        openedBytesEach: (openedMib * 2 ** 20) / count,
        bytesEach: (ownMib * 2 ** 20) / count,
        perSecond,
        cpuUsPerHello,
        ...told,
      };
    },
  };
}

/** Measures the time until all pages know that an agent came, whose desk was open and had sent nothing. */
async function measureTold(
  server: ServerProcess,
  pages: Pages,
  { count, mistakes }: { readonly count: number; readonly mistakes: string[] },
): Promise<Figures> {
  const token = await openSession(server.url, agent);
  const desk = new WebSocket(`${server.url.replace("http", "ws")}/ws/desk`);
  await new Promise((resolve, reject) => desk.on("open", resolve).on("error", reject));
  const before = server.resources().cpuSeconds;
  await pages.expect({ mode: "online", startUs: monotonicUs() });
  desk.send(JSON.stringify({ type: "hello", token, available: true }));
  const { p99Ms, maxMs, told, closed, closedWhy } = await whenTold(pages, count);
  const cpuUsPerTold = ((server.resources().cpuSeconds - before) * 1e6) / count;
  desk.terminate();
  if (told < count) mistakes.push(`${told} of ${count} pages were told that agents came`);
  if (closed > 0) mistakes.push(`${closed} of ${count} pages were closed: ${closedWhy}`);
  return { toldP99Ms: p99Ms, toldMs: maxMs, cpuUsPerTold };
}

/** The own memory as it is, and what a garbage collection leaves of it. */
async function memoryOf(server: ServerProcess) {
  await delay(settleMs);
  const { ownMib } = server.resources();
  return { asItIs: { ownMib }, collected: await server.memory() };
}
