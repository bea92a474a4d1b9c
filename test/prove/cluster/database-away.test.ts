import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { lateToleranceMs, nowMs } from "../../system/harness/time.ts";
import { openCluster, startAll } from "./harness/cluster.ts";
import { clusterConfig } from "./harness/cluster-config.ts";
import type { ClusterNode } from "./harness/cluster-node.ts";
import { say } from "./harness/say.ts";

const nobody = "http://127.0.0.1:9/nobody";
const config = clusterConfig({ customerSystem: nobody, bot: nobody, owner: nobody });
const refusedWithinMs = 2_000;
const notReadyWithinMs = 6_000;

t.setTimeout(120_000);

async function untilNotReady(node: ClusterNode): Promise<void> {
  const endsAtMs = nowMs() + notReadyWithinMs;
  while ((await node.probe("/readyz")) !== 503) {
    if (nowMs() > endsAtMs) throw new Error(`Expected ${node.name} not to be ready within ${notReadyWithinMs} ms`);
    await pause(50);
  }
}

t.test(
  "[ERR-12] while the database is unreachable, requests are refused early, probes report it, and the nodes recover without a restart",
  async (t) => {
    const cluster = await openCluster(t, config);
    await startAll(cluster);
    const { nodes, postgres } = cluster;
    for (const node of nodes) t.equal(await say(node, "alpha", `before, ${node.name}`), 200);
    await postgres.stop("kill");
    for (const node of nodes) {
      const beganAtMs = nowMs();
      const status = await say(node, "alpha", `away, ${node.name}`);
      t.ok(status === 502 || status === 503, `${node.name} answered ${status}`);
      t.ok(nowMs() - beganAtMs < refusedWithinMs + lateToleranceMs(), `within ${Math.round(nowMs() - beganAtMs)} ms`);
    }
    for (const node of nodes) {
      await untilNotReady(node);
      t.equal(await node.probe("/healthz"), 200, "the process is alive");
    }
    await postgres.start();
    for (const node of nodes) {
      t.ok((await node.untilReady(10_000)) < 10_000);
      t.equal(await say(node, "alpha", `after, ${node.name}`), 200);
      t.equal(node.lives.length, 1);
    }
    // The outages are so short that no node falls behind. They are long enough that some nodes are connected again before others. A node
    // that received nothing meanwhile finds this out with the next packet.
    for (let outage = 1; outage <= 2; outage += 1) {
      await pause(2_000);
      await postgres.stop("kill");
      await pause(1_000);
      await postgres.start();
      for (const node of nodes) {
        await node.untilReady(10_000);
        t.equal(await say(node, "alpha", `after outage ${outage}, ${node.name}`), 200, `${node.name} is really ready`);
      }
    }
  },
);

t.test(
  "if one node loses its connection to the database, only this node refuses requests, and it recovers",
  async (t) => {
    const cluster = await openCluster(t, config);
    await startAll(cluster);
    const [one, two] = cluster.nodes;
    one.proxy.block(true);
    const status = await say(one, "beta", "cut off");
    t.ok(status === 502 || status === 503, `the cut-off node answered ${status}`);
    await untilNotReady(one);
    t.equal(await say(two, "beta", "by another"), 200);
    t.equal(await two.probe("/readyz"), 200);
    one.proxy.block(false);
    await one.untilReady(10_000);
    t.equal(await say(one, "beta", "again"), 200);
  },
);
