import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import { createDurableService } from "../messages/durable-service.ts";
import type { BenchContext, Check, Contestant, Verdict } from "../scenario.types.ts";
import { createPostgresHome } from "./postgres-home.ts";

const shareWanted = 0.3;
const nodes = 3;
const gainWanted = 1;

export interface NodeLoads {
  readonly contestants: readonly Contestant[];
  readonly verdicts: readonly Verdict[];
  readonly checks: readonly Check[];
  readonly profile: readonly string[];
}

/** The same load on each, by as many threads as there are nodes where there are most. */
export async function measureNodeLoads(context: BenchContext): Promise<NodeLoads> {
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
