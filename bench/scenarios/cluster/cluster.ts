import { senderCount } from "../../load/clients/message-load.ts";
import { loadColumns } from "../../load/figures/measure.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import { createDurableService } from "../messages/durable-service.ts";
import type { BenchContext, Check, Column, Contestant, Scenario, Verdict } from "../scenario.types.ts";
import { measureFanOut } from "./fan-out.ts";
import { measureNodeMemory } from "./node-memory.ts";
import { createPostgresHome } from "./postgres-home.ts";

const shareWanted = 0.3;
const nodes = 3;
const gainWanted = 1;

export const columns: readonly Column[] = [
  ...loadColumns.filter(({ key }) => key !== "cpuSeconds" && key !== "rssMib"),
  { key: "engineUsPerRequest", heading: "engine us/request", digits: 2, summary: "median" },
  { key: "wholeP99Ms", heading: "whole p99 ms", digits: 2, summary: "median" },
  { key: "rssMib", heading: "RSS MiB", digits: 0, summary: "max" },
  { key: "heapMib", heading: "heap used MiB", digits: 1, summary: "median" },
];

/** Several nodes on one PostgreSQL, and one node on it against the embedded store. */
export const cluster: Scenario = async (context) => {
  const load = await measureLoads(context);
  const fanOut = await measureFanOut(context);
  const memory = await measureNodeMemory(context);
  const parts = [load, fanOut, memory];
  return {
    title: `cluster: durable customer messages, ${senderCount} chats, on PostgreSQL and on LMDB; what other nodes' desks are told; memory`,
    columns,
    contestants: parts.flatMap(({ contestants }) => contestants),
    verdicts: parts.flatMap(({ verdicts }) => verdicts),
    checks: parts.flatMap(({ checks }) => checks),
    profile: load.profile,
  };
};

interface Loads {
  readonly contestants: readonly Contestant[];
  readonly verdicts: readonly Verdict[];
  readonly checks: readonly Check[];
  readonly profile: readonly string[];
}

/** The same load on each, by as many threads as there are nodes where there are most. */
async function measureLoads(context: BenchContext): Promise<Loads> {
  const own = { logLevel: "warn", threads: nodes } as const;
  const [one, three] = [await createPostgresHome(1, context), await createPostgresHome(nodes, context)];
  const services = [
    createDurableService({ ...own, name: "LMDB, one node" }, context),
    createDurableService({ ...own, name: "PostgreSQL, one node", home: one }, context),
    createDurableService({ ...own, name: "PostgreSQL, three nodes", home: three }, context),
  ];
  const contestants = await runRounds("cluster", services, context);
  const checks: Check[] = [];
  const profile: string[] = [];
  for (const service of services) {
    checks.push(await service.proveDurable());
    if (context.options.profile) profile.push(service.name, ...(await service.profile()));
  }
  await one.remove();
  await three.remove();
  return { contestants, verdicts: judge(contestants), checks, profile };
}

function judge([lmdb, one, three]: readonly Contestant[]): Verdict[] {
  if (lmdb === undefined || one === undefined || three === undefined) return [];
  const ratio = (left: Contestant, right: Contestant): number =>
    medianOf(left, "perSecond") / medianOf(right, "perSecond");
  const share = ratio(one, lmdb);
  const gain = ratio(three, one);
  return [
    {
      name: `${one.name}: share of LMDB`,
      target: `>= ${shareWanted.toFixed(2)}`,
      measured: share.toFixed(3),
      isMet: share >= shareWanted,
    },
    {
      name: `${three.name}: against one`,
      target: `>= ${gainWanted.toFixed(2)}`,
      measured: gain.toFixed(3),
      isMet: gain >= gainWanted,
    },
    ...[one, three].map((contestant) => cpuOf(contestant, lmdb)),
  ];
}

function cpuOf(contestant: Contestant, lmdb: Contestant): Verdict {
  const [node, engine] = [medianOf(contestant, "cpuUsPerRequest"), medianOf(contestant, "engineUsPerRequest")];
  return {
    name: `${contestant.name}: CPU a message, of nodes and engine (LMDB: ${medianOf(lmdb, "cpuUsPerRequest").toFixed(0)} us)`,
    target: "none",
    measured: `${node.toFixed(0)} + ${engine.toFixed(0)} us`,
    isMet: null,
  };
}
