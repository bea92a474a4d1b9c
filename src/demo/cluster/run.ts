import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../core/clock.ts";
import { Bot } from "../bot/bot.ts";
import { friendly } from "../bot/manners.ts";
import { createBotPosts } from "../bot-posts.ts";
import { openHttpServer } from "../http-server.ts";
import { nowMs } from "../time.ts";
import { botProvider, createClusterConfig } from "./cluster-config.ts";
import type { ClusterOptions } from "./cluster-options.ts";
import { parseClusterOptions } from "./cluster-options.ts";
import type { CustomerSystem } from "./customer-system.ts";
import { openCustomerSystem } from "./customer-system.ts";
import { Customer } from "./customers.ts";
import { DeskAgent } from "./desk-agent.ts";
import { doHarm } from "./faults.ts";
import type { Patroni } from "./patroni.ts";
import { startPatroni } from "./patroni.ts";
import type { PostgresServer } from "./postgres-server.ts";
import { startPostgres } from "./postgres-server.ts";
import { ThreeNodes } from "./three-nodes.ts";
import type { Verdict } from "./verdict.ts";
import { judge } from "./verdict.ts";

const mistakeStatus = 2;
const startedAtMs = nowMs();
const tell = (words: string): void => {
  const seconds = ((nowMs() - startedAtMs) / 1_000).toFixed(1).padStart(6);
  process.stdout.write(`${seconds} s  ${words}\n`);
};

type Undo = () => unknown;

async function main(): Promise<void> {
  const parsed = parseClusterOptions(process.argv.slice(2));
  if (parsed.kind === "help") process.stdout.write(parsed.text);
  else if (parsed.kind === "mistake") {
    process.stderr.write(`${parsed.text}\n`);
    process.exitCode = mistakeStatus;
  } else await run(parsed.options);
}

/** Runs the demo. In every case, everything that was started is stopped in reverse order. */
async function run(options: ClusterOptions): Promise<void> {
  const undo: Undo[] = [];
  const end = async (): Promise<void> => {
    for (const one of undo.splice(0).reverse()) await one();
  };
  process.once("SIGINT", () => void end().then(() => process.exit(1)));
  process.once("SIGTERM", () => void end().then(() => process.exit(1)));
  try {
    process.exitCode = (await play(options, undo)) ? 0 : 1;
  } finally {
    await end();
  }
}

async function play({ customers: count, patroni }: ClusterOptions, undo: Undo[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "parley-cluster-"));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const what = patroni ? "three PostgreSQL under Patroni" : "a PostgreSQL";
  tell(`starting ${what}, a customer system, a bot and three nodes of the service`);
  const database = patroni ? await startPatroni() : await startPostgres();
  undo.push(() => database.remove());
  const system = await openCustomerSystem();
  undo.push(() => system.close());
  const config = createClusterConfig();
  const configFile = join(folder, "config.json");
  const nodes = await ThreeNodes.create(database.url, configFile, folder);
  const posts = createBotPosts(nodes.asService(), botProvider);
  const bot = new Bot({ token: config.botToken, manners: friendly, account: null }, posts, systemClock);
  const botServer = await openHttpServer((path, request, response) => bot.handleEvent(path, request, response));
  undo.push(() => botServer.close());
  config.write(configFile, system.url, botServer.url);
  await nodes.start();
  undo.push(() => nodes.stop());
  tell(`nodes serve at ${nodes.nodes.map(({ url }) => url).join(", ")}`);
  const agents = config.agents.map((account) => new DeskAgent(nodes, account));
  for (const agent of agents) await agent.start();
  undo.push(() => Promise.all(agents.map((agent) => agent.stop())));
  const verdict = await converse(count, { ...config, nodes, system, database, agents });
  return show(verdict, nodes, system, agents);
}

interface World {
  readonly nodes: ThreeNodes;
  readonly system: CustomerSystem;
  readonly database: PostgresServer | Patroni;
  readonly agents: readonly DeskAgent[];
  readonly shopPath: string;
  readonly botPath: string;
}

async function converse(count: number, world: World): Promise<Verdict> {
  const { nodes, shopPath, botPath, database, system, agents } = world;
  const ofAgents = Array.from({ length: count }, (_, index) => new Customer(`customer ${index + 1}`, nodes, shopPath));
  const ofBot = Array.from({ length: 2 }, (_, index) => new Customer(`guest ${index + 1}`, nodes, botPath));
  tell(`${count} customers of two agents and 2 of a bot write, each message to the next node`);
  const writing = [
    ...ofAgents.map((one) => one.write((number) => `${one.id} says ${number}`, 400)),
    ...ofBot.map((one) => one.write((number) => `${number}: what are your prices?`, 1_000)),
  ];
  await doHarm(nodes, database, tell);
  for (const one of [...ofAgents, ...ofBot]) one.stop();
  await Promise.all(writing);
  tell("no more messages are written; waiting for messages that are on their way");
  return judge({ ofAgents, ofBot }, system, nodes, agents[0]?.token ?? "");
}

function show(verdict: Verdict, nodes: ThreeNodes, system: CustomerSystem, agents: readonly DeskAgent[]): boolean {
  const comebacks = agents.reduce((sum, agent) => sum + agent.comebacks, 0);
  tell(`messages answered 200: ${verdict.said}; answers that customers received: ${verdict.answered}`);
  tell(
    `requests repeated at another node: ${nodes.repeats}; desks that reconnected with their cursor: ${comebacks} times`,
  );
  tell(`messages that the customer system received again with the same id: ${system.repeats()}`);
  const wrong = [...verdict.wrong, ...agents.flatMap(({ mistakes }) => mistakes)];
  for (const line of wrong) tell(`WRONG: ${line}`);
  tell(wrong.length === 0 ? "lost: nothing; doubled: nothing; out of order: nothing" : "see above");
  return wrong.length === 0;
}

await main();
