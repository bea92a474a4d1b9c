import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { WebSocket } from "ws";
import { openBotProvider } from "../../../src/demo/cast/bot.ts";
import { Desk } from "../../system/harness/people/desk.ts";
import { DeskApi } from "../../system/harness/people/desk-api.ts";
import { nowMs } from "../../system/harness/time.ts";
import { openCluster, startAll } from "./harness/cluster.ts";
import { accounts, channels, clusterConfig } from "./harness/cluster-config.ts";
import type { ClusterNode } from "./harness/cluster-node.ts";
import { say, statusOf } from "./harness/say.ts";
import { openTokenPeer } from "./harness/token-peer.ts";

const nobody = "http://127.0.0.1:9/nobody";
const clients = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"];
const goneWithinMs = 10_000;
const [kim] = accounts;

t.setTimeout(180_000);

// One cluster for all tests. The test that kills a node is the last one.
const tokens = await openTokenPeer(t, 300);
const bot = await openBotProvider(t, () => undefined);
const cluster = await openCluster(
  t,
  clusterConfig({ customerSystem: nobody, bot: bot.url, owner: nobody, tokens: tokens.url }),
);
const [one, two, three] = cluster.nodes;
await startAll(cluster);

const placeOf = ({ url }: ClusterNode) => ({ url, whenServing: () => pause(50) });

async function untilStatus(node: ClusterNode, status: string, withinMs: number): Promise<number> {
  const beganAtMs = nowMs();
  while ((await statusOf(node)) !== status) {
    if (nowMs() - beganAtMs > withinMs) throw new Error(`Expected ${status} of ${node.name} within ${withinMs} ms`);
    await pause(50);
  }
  return nowMs() - beganAtMs;
}

t.test("[AUTH-09] three nodes that need a bot's access token at the same time send one request for it", async (t) => {
  const { nodes } = cluster;
  const said = clients.map((client, index) =>
    say(nodes[index % nodes.length] ?? nodes[0], client, "hello", { channelId: channels.bot }),
  );
  t.strictSame(new Set(await Promise.all(said)), new Set([200]));
  for (const client of clients) await bot.untilEvent(client, "hello", 1);
  t.equal(tokens.asked(), 1);
});

t.test("[CH-13, AUTH-15] a logout at one node closes the agent's desk at another", async (t) => {
  const api = await DeskApi.logIn(one.url);
  const socket = new WebSocket(`${two.url.replace("http", "ws")}/ws/desk`);
  t.teardown(() => socket.terminate());
  const closed = new Promise<number>((resolve) => socket.on("close", (code) => resolve(code)));
  const isReady = new Promise<void>((resolve) =>
    socket.on("message", (data) => {
      if (JSON.parse(String(data)).type === "ready") resolve();
    }),
  );
  await new Promise((resolve) => socket.once("open", resolve));
  socket.send(JSON.stringify({ type: "hello", token: api.token, available: true }));
  await isReady;
  await untilStatus(three, "1", goneWithinMs);
  const { status } = await api.call("DELETE", "/session");
  t.equal(status, 200);
  t.equal(await closed, 4401);
  for (const node of [one, two, three]) {
    await untilStatus(node, "0", goneWithinMs);
    const headers = { authorization: `Bearer ${api.token}` };
    t.equal((await fetch(`${node.url}/api/chats`, { headers })).status, 401, `nobody is logged in at ${node.name}`);
  }
});

t.test(
  "[CH-13] agents of a killed node are offline within 10 s; agents that reconnect to another node are online",
  async (t) => {
    const desk = await Desk.open(t, placeOf(three), await DeskApi.logIn(one.url, kim));
    await untilStatus(one, "1", goneWithinMs);
    await untilStatus(two, "1", goneWithinMs);
    await three.kill();
    const killedAtMs = nowMs();
    for (const node of [one, two]) {
      await untilStatus(node, "0", goneWithinMs);
      t.comment(`${node.name} knows it after ${Math.round(nowMs() - killedAtMs)} ms`);
    }
    t.ok(nowMs() - killedAtMs < goneWithinMs, `offline after ${Math.round(nowMs() - killedAtMs)} ms`);
    desk.leave();
    await Desk.open(t, placeOf(two), desk.api);
    await untilStatus(one, "1", goneWithinMs);
  },
);
