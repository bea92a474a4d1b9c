import { loadColumns } from "../../load/figures/measure.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import type { DurableService } from "../messages/durable-service.ts";
import { createDurableService, profileAll, proveAll } from "../messages/durable-service.ts";
import type { Column, Contestant, Scenario, Verdict } from "../scenario.types.ts";
import { atLeast, fact } from "../verdicts.ts";
import { measureFanOut } from "./fan-out.ts";
import type { PostgresHome } from "./postgres-home.ts";
import { createPostgresHome } from "./postgres-home.ts";

const shareWanted = 0.3;
const nodes = 3;
const gainWanted = 1;

function judge([lmdb, ...others]: readonly Contestant[]): readonly Verdict[] {
  const [one, three, oneOfMore, threeOfMore] = others;
  if (!lmdb || !one || !three || !oneOfMore || !threeOfMore) return [];
  const ratio = (left: Contestant, right: Contestant): number =>
    medianOf(left, "perSecond") / medianOf(right, "perSecond");
  const gainOf = (more: Contestant, less: Contestant): Verdict =>
    atLeast(`${more.name}: against one node`, ratio(more, less), gainWanted, "", 3);
  return [
    atLeast(`${one.name}: share of LMDB`, ratio(one, lmdb), shareWanted, "", 3),
    gainOf(three, one),
    gainOf(threeOfMore, oneOfMore),
    ...others.map((contestant) => cpuOf(contestant, lmdb)),
  ];
}

function cpuOf(contestant: Contestant, lmdb: Contestant): Verdict {
  const [whole, engine] = [medianOf(contestant, "cpuUsPerRequest"), medianOf(contestant, "engineUsPerRequest")];
  const beside = `LMDB: ${medianOf(lmdb, "cpuUsPerRequest").toFixed(0)} us`;
  return fact(
    `${contestant.name}: CPU a message, of nodes and engine (${beside})`,
    `${(whole - engine).toFixed(0)} + ${engine.toFixed(0)} us`,
  );
}

const columns: readonly Column[] = [
  ...loadColumns.filter(({ key }) => key !== "cpuSeconds"),
  { key: "engineUsPerRequest", heading: "of it the database", digits: 1, summary: "median" },
  { key: "wholeP99Ms", heading: "whole p99 ms", digits: 2, summary: "median" },
];

/**
 * Several nodes on one PostgreSQL, and one node on PostgreSQL compared with one on the embedded store. The same load on each of them, with
 * as many threads as the largest cluster has nodes. It runs first over the requested number of connections, then over that number for each
 * node. A node commits together all messages that arrive at about the same time. So three nodes that share few connections make small commits.
 */
export const cluster: Scenario = async (context) => {
  const { connections, chats, profile } = context.options;
  const own = { logLevel: "warn", threads: nodes } as const;
  const homes: PostgresHome[] = [];
  const open = async (count: number, name: string, ofLoad: number): Promise<DurableService> => {
    const home = await createPostgresHome(count, context);
    homes.push(home);
    const options = { ...context.options, connections: ofLoad };
    return createDurableService(
      { ...own, name: `PostgreSQL, ${name}, ${ofLoad} connections`, home },
      { ...context, options },
    );
  };
  const services = [createDurableService({ ...own, name: `LMDB, one node, ${connections} connections` }, context)];
  for (const ofLoad of [connections, connections * nodes])
    services.push(await open(1, "one node", ofLoad), await open(nodes, "three nodes", ofLoad));
  const loads = await runRounds("cluster", services, context);
  const checks = await proveAll(services);
  const profiled = profile ? await profileAll(services) : [];
  for (const home of homes) await home.remove();
  const fanOut = await measureFanOut(context);
  return {
    title: `cluster: durable customer messages, ${chats} chats, on PostgreSQL and on LMDB; what other nodes' desks are told`,
    columns,
    contestants: [...loads, ...fanOut.contestants],
    verdicts: [...judge(loads), ...fanOut.verdicts],
    checks: [...checks, ...fanOut.checks],
    profile: profiled,
  };
};
