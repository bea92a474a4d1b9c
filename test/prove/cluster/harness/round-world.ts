import { setTimeout as pause } from "node:timers/promises";
import type { Test } from "tap";
import type { BotProvider } from "../../../../src/demo/cast/bot.ts";
import { openBotProvider } from "../../../../src/demo/cast/bot.ts";
import type { CustomerSystem } from "../../../../src/demo/cast/customer-system.ts";
import { openCustomerSystem } from "../../../../src/demo/cast/customer-system.ts";
import type { OwnersServer } from "../../../../src/demo/cast/owners-server.ts";
import { openOwnersServer } from "../../../../src/demo/cast/owners-server.ts";
import type { Answer } from "../../../../src/demo/cast/peer.ts";
import { Desk } from "../../../system/harness/people/desk.ts";
import type { DeskApi } from "../../../system/harness/people/desk-api.ts";
import { createRandom } from "../../../system/harness/random.ts";
import type { Cluster } from "./cluster.ts";
import { openCluster, startAll } from "./cluster.ts";
import { accounts, channels, clusterConfig } from "./cluster-config.ts";
import type { Door } from "./door.ts";
import type { Trouble } from "./faults.ts";
import { logIn } from "./log-in.ts";
import { AgentAtWork } from "./people/agent-at-work.ts";
import { AnsweringBot } from "./people/answering-bot.ts";
import { Page } from "./people/page.ts";
import { RepeatingCustomer } from "./people/repeating-customer.ts";

const plainClients = ["alpha", "beta", "gamma"];
/** The clients of bots. The first word of the name gives the behaviour of the bot. */
const botClients = ["chatty one", "chatty two", "silent one", "dying one", "dying two"];
const pageNames = ["page one", "page two"];
const quietWithinMs = 60_000;
const lookEveryMs = 250;

/** All people and systems around the three nodes. */
export interface RoundWorld {
  readonly cluster: Cluster;
  readonly customerSystem: CustomerSystem;
  readonly bot: BotProvider;
  readonly owner: OwnersServer;
  readonly customers: readonly RepeatingCustomer[];
  readonly answering: AnsweringBot;
  readonly agents: readonly AgentAtWork[];
  readonly pages: readonly Page[];
  readonly doors: readonly Door[];
  readonly troubles: Trouble[];
  /** The administrator's API. */
  readonly api: DeskApi;
}

export async function openRoundWorld(t: Test, seed: number): Promise<RoundWorld> {
  const customerSystem = await openCustomerSystem(t, scriptOfCustomers);
  const bot = await openBotProvider(t, scriptOfBots);
  const owner = await openOwnersServer(t);
  const urls = { customerSystem: customerSystem.url, bot: bot.url, owner: owner.url };
  const cluster = await openCluster(t, clusterConfig(urls));
  await startAll(cluster);
  const doors: Door[] = [];
  const door = (): Door => {
    const opened = cluster.door();
    doors.push(opened);
    return opened;
  };
  let seeds = seed;
  const random = (): (() => number) => {
    seeds += 1;
    return createRandom(seeds);
  };
  const agents: AgentAtWork[] = [];
  for (const [index, account] of accounts.entries()) {
    const desk = await Desk.open(t, cluster.door(), await logIn(cluster, account));
    agents.push(new AgentAtWork(index + 1, desk, door(), random()));
  }
  const customerOf = (channelId: string) => (id: string) =>
    new RepeatingCustomer({ id, channelId, door: door(), random: random() });
  return {
    ...{ cluster, customerSystem, bot, owner, agents, doors },
    customers: [...plainClients.map(customerOf(channels.plain)), ...botClients.map(customerOf(channels.bot))],
    answering: new AnsweringBot(bot, door(), (client) => client.startsWith("chatty")),
    pages: pageNames.map((name) => new Page(t, name, cluster.door(), random())),
    troubles: [],
    api: await logIn(cluster),
  };
}

/** Starts the load. The returned function stops the load in order, and resolves when no work is in progress any more. */
export function beginLoad(world: RoundWorld): () => Promise<readonly string[]> {
  const { customers, pages, answering, agents } = world;
  const writing = [...customers, ...pages].map((one) => one.run());
  const answers = answering.run();
  const work = agents.map((agent) => agent.run());
  // Errors are reported at the end.
  for (const running of [...writing, answers, ...work]) running.catch(() => undefined);
  return async () => {
    for (const one of [...customers, ...pages]) one.stop();
    await Promise.all(writing);
    const left = await untilQuiet(world);
    answering.stop();
    for (const agent of agents) agent.stop();
    await Promise.all([answers, ...work]);
    return left.length > 0 ? left : untilQuiet(world);
  };
}

/** Resolves with an empty list when no delivery is in progress. If this takes too long, resolves with the open deliveries. */
async function untilQuiet({ api, agents }: RoundWorld): Promise<readonly string[]> {
  let left: readonly string[] = [];
  for (const endsAtMs = Date.now() + quietWithinMs; Date.now() < endsAtMs; await pause(lookEveryMs)) {
    left = await underWay(api).catch((error: unknown) => [String(error)]);
    if (left.length === 0 && !agents.some(({ hasWork }) => hasWork)) return [];
  }
  return left.slice(0, 10);
}

async function underWay(api: DeskApi): Promise<readonly string[]> {
  const found: string[] = [];
  for (const kind of ["message", "bot", "webhook"]) {
    for (const state of ["pending", "attempting"]) {
      const { status, body } = await api.call("GET", `/deliveries?kind=${kind}&state=${state}`);
      if (status !== 200) return [`${status} for ${kind} ${state}`];
      found.push(...body.deliveries.map((one: object) => `${state} ${kind} ${JSON.stringify(one)}`));
    }
  }
  const waiting = (await api.chats()).filter(({ state }) => state === "waiting" || state === "with_agent");
  return [...found, ...waiting.map(({ id, state }) => `chat ${id} is ${state}`)];
}

const hashOf = (text: string): number =>
  [...text].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) >>> 0, 7);

/** Returns the customer system's responses to a reply. For some replies, the first attempt is refused or gets no response. */
function scriptOfCustomers(text: string): readonly Answer[] {
  const kind = hashOf(text) % 12;
  if (kind === 0) return [{ status: 503 }, "ok"];
  if (kind === 1) return ["hang", "ok"];
  return kind === 2 ? ["close", "ok"] : ["ok"];
}

const deaths: readonly Answer[] = ["hang", "close", { status: 503 }];

/** The bot of `dying` clients accepts none of their messages. The bot of other clients sometimes accepts only the second attempt. */
function scriptOfBots(client: string, what: string): readonly Answer[] {
  if (client.startsWith("dying")) return [deaths[hashOf(what) % deaths.length] ?? "close"];
  return hashOf(what) % 8 === 0 ? [{ status: 503 }, "ok"] : ["ok"];
}
