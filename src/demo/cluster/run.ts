import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command, CommanderError, InvalidArgumentError } from "commander";
import { systemClock } from "../../core/clock.ts";
import { Bot } from "../bot/bot.ts";
import { friendly } from "../bot/manners.ts";
import { createBotPosts } from "../bot-posts.ts";
import { openHttpServer } from "../http-server.ts";
import { inSeconds, nowMs, passed } from "../time.ts";
import type { CustomerSystem } from "./customer-system.ts";
import { openCustomerSystem } from "./customer-system.ts";
import { Customer } from "./customers.ts";
import { DeskAgent } from "./desk-agent.ts";
import type { Patroni } from "./patroni.ts";
import { startPatroni } from "./patroni.ts";
import type { PostgresServer } from "./postgres-server.ts";
import { startPostgres } from "./postgres-server.ts";
import { ThreeNodes } from "./three-nodes.ts";
import type { Verdict } from "./verdict.ts";
import { judge } from "./verdict.ts";

const quietMs = 5_000;
const frozenMs = 8_000;
const databaseAwayMs = 2_000;

type Database = PostgresServer | Patroni;

/** Kills and freezes nodes and their database while customers and agents write. `tell` reports each fault before it happens. */
async function doHarm({ nodes }: ThreeNodes, database: Database, tell: (words: string) => void): Promise<void> {
  const [one, two] = nodes;
  await passed(quietMs);
  tell("kill -9 of node one; the node is started again at once");
  one?.signal("SIGKILL");
  await passed(quietMs);
  tell(`node two is frozen for ${frozenMs / 1000} s: the other nodes consider it lost and continue without it`);
  two?.signal("SIGSTOP");
  await passed(frozenMs);
  two?.signal("SIGCONT");
  tell("node two continues");
  await passed(quietMs);
  await loseDatabase(database, tell);
  await passed(quietMs);
}

async function loseDatabase(database: Database, tell: (words: string) => void): Promise<void> {
  if ("killPrimary" in database) {
    tell("kill -9 of the primary database and its Patroni; another database should take over");
    tell(`another database is the primary after ${inSeconds(await database.killPrimary())}`);
    return;
  }
  tell(`kill -9 of PostgreSQL; it is started again after ${databaseAwayMs / 1000} s`);
  await database.stop("kill");
  await passed(databaseAwayMs);
  await database.start();
  tell("PostgreSQL runs again");
}

const shopChannel = "CLUSTERSHO";
const botChannel = "CLUSTERBOT";
const botProvider = "demo-bots";

/** Two agents, one channel whose customers they answer, and one channel whose customers a bot answers. */
interface ClusterConfig {
  readonly agents: readonly { readonly email: string; readonly password: string }[];
  readonly botToken: string;
  /** The paths to which customers of the shop and of the bot write. */
  readonly shopPath: string;
  readonly botPath: string;
  write(file: string, customerSystemUrl: string, botUrl: string): void;
}

const newSecret = (): string => randomBytes(24).toString("base64url");

function createClusterConfig(): ClusterConfig {
  const agents = ["kim", "lee"].map((name) => ({ email: `${name}@demo.example`, password: newSecret() }));
  const [shopSecret, botSecret, botToken] = [newSecret(), newSecret(), newSecret()];
  return {
    agents,
    botToken,
    shopPath: `/chat-api/${shopSecret}/${shopChannel}`,
    botPath: `/chat-api/${botSecret}/${botChannel}`,
    write(file, customerSystemUrl, botUrl) {
      const channel = { kind: "api", webhookUrl: `${customerSystemUrl}/parley`, agents: [1, 2] };
      const bot = { provider: botProvider, endpoint: `${botUrl}/events`, token: botToken };
      const config = {
        agents: agents.map((agent, index) => ({
          id: index + 1,
          name: agent.email.slice(0, 3),
          role: "admin",
          ...agent,
        })),
        providers: [{ id: botProvider, name: "Demo bots" }],
        channels: [
          { ...channel, id: shopChannel, name: "Shop", random: shopSecret },
          { ...channel, id: botChannel, name: "Shop with a bot", random: botSecret, bot },
        ],
        outbound: { allow: ["127.0.0.0/8"], allowHttp: true },
      };
      writeFileSync(file, JSON.stringify(config));
    },
  };
}

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

interface ClusterOptions {
  readonly customers: number;
  /** Use three databases under Patroni instead of one database. */
  readonly patroni: boolean;
}

type ParsedOptions =
  | { readonly kind: "options"; readonly options: ClusterOptions }
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "mistake"; readonly text: string };

/** Parses the flags of `npm run demo:cluster -- …`. */
function parseClusterOptions(argv: readonly string[]): ParsedOptions {
  const command = new Command("npm run demo:cluster --")
    .usage("[flags]")
    .description(
      "Starts a PostgreSQL and three nodes of Parley on it; customers, two agents and a bot talk to all of them. Kills a node, freezes\n" +
        "another, kills the database, and prints what was lost. Takes about a minute. Exits with 0 when nothing was, else with 1.",
    )
    .option("--customers <number>", "how many customers the agents have, 1 to 50", parseCustomers, 6)
    .option(
      "--patroni",
      "on three databases under Patroni, whose primary is killed (Debian's packages patroni, etcd-server, postgresql)",
      false,
    )
    .helpOption("--help", "show this text")
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  try {
    command.parse(argv, { from: "user" });
    return { kind: "options", options: command.opts<ClusterOptions>() };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === "commander.helpDisplayed") return { kind: "help", text: command.helpInformation() };
    return { kind: "mistake", text: error.message };
  }
}

function parseCustomers(text: string): number {
  const customers = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (customers >= 1 && customers <= 50) return customers;
  throw new InvalidArgumentError("Expected a number from 1 to 50.");
}
