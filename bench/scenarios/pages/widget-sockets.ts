import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { WebSocket } from "ws";
import { logIn } from "../../load/clients/desk-agent.ts";
import { openIdleWidgets } from "../../load/clients/idle-widgets.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import { collectGarbage } from "../../load/service/collect-garbage.ts";
import { readMetrics } from "../../load/service/metrics.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { startPeer, startService } from "../../load/service/service.ts";
import type { BenchContext, Column, Figures, Scenario } from "../scenario.types.ts";

const sockets = 5_000;
/** Opened and closed beforehand, so that what is made once is there. */
const warmUpSockets = 500;
/** 30 MB. */
const mibWanted = 28.6;
const toldMsWanted = 5_000;
/** Until what opening them set going is done. */
const settleMs = 3_000;

const columns: readonly Column[] = [
  { key: "openedMib", heading: "own MiB more, as opened", digits: 1, summary: "median" },
  { key: "ownMib", heading: "collected", digits: 1, summary: "median" },
  { key: "bytesEach", heading: "bytes each", digits: 0, summary: "median" },
  { key: "heapMib", heading: "of it heap MiB", digits: 1, summary: "median" },
  { key: "perSecond", heading: "hellos/s", digits: 0, summary: "median" },
  { key: "toldMs", heading: "mode told to all ms", digits: 0, summary: "max" },
];

/** What pages that carry the widget and do nothing cost the service. */
export const widgetSockets: Scenario = async (context) => {
  const runners: readonly Runner[] = [
    createRunner("bare uWS sockets", context, async (folder) => {
      const server = await startPeer("bare-sockets", folder);
      return { server, collect: async () => void (await fetch(`${server.url}/collect`)) };
    }),
    createRunner("parley", context, async (folder) => {
      const { node: asked } = context.options;
      const node = { ...asked, flags: `${asked.flags} --inspect=127.0.0.1:0` };
      const server = await startService({ folder, node, hasWidget: true });
      return { server, collect: () => collectGarbage(join(folder, "service.log")) };
    }),
  ];
  const contestants = await runRounds("widget-sockets", runners, context);
  const [, parley] = contestants;
  if (parley === undefined) throw new Error("Expected the service among the contestants");
  const [mib, toldMs] = [medianOf(parley, "ownMib"), medianOf(parley, "toldMs")];
  return {
    title: `widget-sockets: memory for ${sockets} idle pages with the widget, and how fast all hear that agents came`,
    columns,
    contestants,
    verdicts: [
      {
        name: "parley: own memory, rubbish collected",
        target: `<= ${mibWanted} MiB`,
        measured: `${mib.toFixed(1)} MiB`,
        isMet: mib <= mibWanted,
      },
      {
        name: "parley: mode told to all",
        target: `<= ${toldMsWanted} ms`,
        measured: `${toldMs.toFixed(0)} ms`,
        isMet: toldMs <= toldMsWanted,
      },
    ],
    checks: [],
    profile: [],
  };
};

interface Watched {
  readonly server: ServerProcess;
  /** What nobody needs any more leaves its heap. */
  collect(): Promise<void>;
}

function createRunner(name: string, { workFolder }: BenchContext, start: (folder: string) => Promise<Watched>): Runner {
  return {
    name,
    describe: ({ ownMib = Number.NaN, toldMs = Number.NaN }: Figures) =>
      `${ownMib.toFixed(1)} MiB more, told in ${toldMs.toFixed(0)} ms`,
    async round() {
      const folder = join(workFolder, "widget-sockets");
      rmSync(folder, { recursive: true, force: true });
      const watched = await start(folder);
      const { server } = watched;
      const warmUp = await openIdleWidgets(server.url, warmUpSockets);
      await warmUp.close();
      const before = await memoryOf(watched);
      const fromMs = performance.now();
      const pages = await openIdleWidgets(server.url, sockets);
      const perSecond = sockets / ((performance.now() - fromMs) / 1000);
      const after = await memoryOf(watched);
      const toldMs = name === "parley" ? await tellAll(server.url, pages) : 0;
      await pages.close();
      await server.end("SIGTERM");
      const ownMib = after.collected.ownMib - before.collected.ownMib;
      return {
        openedMib: after.asItIs.ownMib - before.asItIs.ownMib,
        ownMib,
        heapMib: after.collected.heapMib - before.collected.heapMib,
        bytesEach: (ownMib * 2 ** 20) / sockets,
        perSecond,
        toldMs,
      };
    },
  };
}

interface Memory {
  readonly ownMib: number;
  readonly heapMib: number;
}

async function memoryOf({ server, collect }: Watched): Promise<Readonly<Record<"asItIs" | "collected", Memory>>> {
  await delay(settleMs);
  const asItIs = await readMemory(server);
  await collect();
  return { asItIs, collected: await readMemory(server) };
}

async function readMemory({ url, resources }: ServerProcess): Promise<Memory> {
  const metric = await readMetrics(url);
  return { ownMib: resources().ownMib, heapMib: metric("nodejs_heap_size_used_bytes") / 2 ** 20 };
}

/** An agent comes; the milliseconds until every page knows. */
async function tellAll(url: string, pages: { whenTold(mode: "online"): Promise<void> }): Promise<number> {
  const agent = await logIn(url);
  const desk = new WebSocket(`${url.replace("http", "ws")}/ws/desk`);
  await new Promise((resolve, reject) => desk.on("open", resolve).on("error", reject));
  const fromMs = performance.now();
  desk.send(JSON.stringify({ type: "hello", token: agent.token, available: true }));
  await pages.whenTold("online");
  const toldMs = performance.now() - fromMs;
  desk.terminate();
  await agent.close();
  return toldMs;
}
