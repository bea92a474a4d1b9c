import { setTimeout as pause } from "node:timers/promises";
import { nowMs } from "../../../system/harness/time.ts";
import type { Cluster } from "./cluster.ts";
import type { ClusterNode } from "./cluster-node.ts";

const freezeMs = 8_000;

export type FaultName = "node killed" | "node frozen" | "database killed" | "connections cut";
const faultNames: readonly FaultName[] = ["node killed", "node frozen", "database killed", "connections cut"];

/** One fault: the time from its start until the cluster was healthy again. */
export interface Trouble {
  readonly name: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Causes one fault in the cluster. Resolves when every node is ready again. */
export async function strike(cluster: Cluster, fault: FaultName, random: () => number): Promise<Trouble> {
  const fromMs = nowMs();
  const node = cluster.nodes[Math.floor(random() * cluster.nodes.length)] ?? cluster.nodes[0];
  const detail = await faults[fault](cluster, node, random);
  for (const each of cluster.nodes) await each.untilReady();
  return { name: `${fault} (${detail})`, fromMs, untilMs: nowMs() };
}

const faults: Readonly<
  Record<FaultName, (cluster: Cluster, node: ClusterNode, random: () => number) => Promise<string>>
> = {
  async "node killed"(_cluster, node, random) {
    await node.kill();
    const downMs = Math.round(random() * 1_500);
    await pause(downMs);
    await node.start();
    return `${node.name}, ${downMs} ms`;
  },
  async "node frozen"(_cluster, node) {
    await node.freeze(freezeMs);
    return node.name;
  },
  async "database killed"({ postgres }, _node, random) {
    await postgres.stop("kill");
    const downMs = Math.round(random() * 1_500);
    await pause(downMs);
    await postgres.start();
    return `${downMs} ms`;
  },
  async "connections cut"({ nodes }, node, random) {
    // Cuts all connections of one node, or some connections of every node.
    if (random() < 0.5) return `${node.proxy.cut()} of ${node.name}`;
    const cut = nodes.map(({ proxy }) => proxy.cut(() => random() < 0.5));
    return `${cut.join(", ")} of each`;
  },
};

/** Returns one fault for each round, all kinds equally often, in random order. */
export function planFaults(rounds: number, random: () => number): readonly FaultName[] {
  const left: FaultName[] = [];
  const plan: FaultName[] = [];
  while (plan.length < rounds) {
    if (left.length === 0) left.push(...faultNames);
    plan.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return plan;
}
