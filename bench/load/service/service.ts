import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Script } from "../../../test/project/compiled-scripts.ts";
import { runnable } from "../../../test/project/compiled-scripts.ts";
import type { ServerProcess } from "./server-process.ts";
import { startServer } from "./server-process.ts";

export const channelId = "BENCH00001";
/** A channel with its own endpoint. It exists if an endpoint was given. */
export const otherChannelId = "BENCH00002";
/** A channel for web pages. It exists if it was requested. */
export const widgetChannelId = "BENCH00003";
/** Signs events for the channel's owner. */
export const signingSecret = `whsec_${Buffer.from("a signing secret of the bench").toString("base64")}`;
const random = "bench-channel-address-0001";
export const agent = { email: "agent@bench.example", password: "a password of the bench" } as const;
/** The schema's maximum, so that the load does not meet rate limits. */
const rateMax = 1_000_000;

export interface ServiceOptions {
  /** Contains the store, the config file and the log; kept across restarts. */
  readonly folder: string;
  /** Flags that are added to those of `npm start`, as one text. */
  readonly nodeFlags: string;
  /** The checkout whose build is started, with that build's own flags. Absent: this checkout. */
  readonly checkout?: string;
  readonly logLevel?: "info" | "warn";
  /** The PostgreSQL for its rows. Absent: the data folder. */
  readonly store?: string;
  /** The program file. Absent: the build of `npm run build`. */
  readonly program?: string;
  readonly webhookUrl?: string;
  /** Adds the other channel. */
  readonly otherWebhookUrl?: string;
  /** Gives the channel a bot at this address. */
  readonly botUrl?: string;
  /** Gives the other channel a bot at this address. */
  readonly otherBotUrl?: string;
  /** URL that receives events for the channel's owner. */
  readonly ownersUrl?: string;
  /** Adds the channel for web pages. */
  readonly hasWidget?: boolean;
  /** Adds this many agents to every channel, with the accounts of `agentAt`. */
  readonly colleagues?: number;
  /** Writes a CPU profile to this folder when the service ends by SIGTERM. */
  readonly profileFolder?: string;
}

export const ownCheckout = fileURLToPath(new URL("../../..", import.meta.url));

/** Returns the Node flags of `npm start` in this checkout. */
export function startFlagsOf(checkout: string): readonly string[] {
  const { config = {} }: { readonly config?: { readonly node?: string } } = JSON.parse(
    readFileSync(join(checkout, "package.json"), "utf8"),
  );
  return flagsOf(config.node ?? "");
}

const flagsOf = (text: string): readonly string[] => text.split(" ").filter((flag) => flag !== "");

export const builtServiceOf = (checkout: string): string => join(checkout, "dist/main.js");
export const isServiceBuilt = (): boolean => existsSync(builtServiceOf(ownCheckout));
export const dataFolderOf = (folder: string): string => join(folder, "data");
export const channelPath = `/chat-api/${random}/${channelId}`;
export const otherChannelPath = `/chat-api/${random}/${otherChannelId}`;
const provider = "bench-bots";
const botTokens: Readonly<Record<string, string>> = {
  [channelId]: "bench-bot-0001",
  [otherChannelId]: "bench-bot-0002",
};
/** The path to which the channel's bot posts. */
export const botPath = `/bots/webhooks/${provider}/${botTokens[channelId]}`;

/** The first agent is the bench's own, an administrator. The other agents are colleagues. */
export const agentAt = (at: number): { readonly email: string; readonly password: string } =>
  at === 0 ? agent : { email: `agent-${at}@bench.example`, password: agent.password };

/** Starts the built service as `npm start` does, on a free port, with one API channel. */
export async function startService(options: ServiceOptions): Promise<ServerProcess> {
  const { folder, logLevel = "info", store, profileFolder, nodeFlags, checkout = ownCheckout } = options;
  const { program = builtServiceOf(checkout) } = options;
  mkdirSync(folder, { recursive: true });
  const configFile = join(folder, "config.json");
  writeFileSync(configFile, JSON.stringify(configOf(options), null, 2));
  const profiling = profileFolder === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileFolder}`];
  return startServer({
    name: "The service",
    cwd: checkout,
    args: [
      ...startFlagsOf(checkout),
      ...flagsOf(nodeFlags),
      ...profiling,
      program,
      ...["--config", configFile, "--data", dataFolderOf(folder), "--host", "127.0.0.1", "--port", "0"],
      ...(store === undefined ? [] : ["--store", store]),
    ],
    environment: { PARLEY_LOG: logLevel },
    logFile: join(folder, "service.log"),
  });
}

type PeerName<Path = Script> = Path extends `bench/peers/${infer Name}.ts` ? Name : never;

/** Starts one of the peers in `bench/peers/`. */
export function startPeer(name: PeerName, folder: string, ...args: readonly string[]): Promise<ServerProcess> {
  mkdirSync(folder, { recursive: true });
  const { flags, file } = runnable(`bench/peers/${name}.ts`);
  return startServer({ name, args: [...flags, file, ...args], logFile: join(folder, `${name}.log`) });
}

interface ChannelFacts {
  readonly id: string;
  readonly webhookUrl: string;
  readonly agents: readonly number[];
  readonly botUrl: string | undefined;
  readonly ownersUrl?: string | undefined;
}

const channelWith = ({ id, webhookUrl, agents, botUrl, ownersUrl }: ChannelFacts): object => ({
  id,
  kind: "api",
  name: "Bench",
  random,
  webhookUrl,
  agents,
  ...(botUrl === undefined ? {} : { bot: { provider, endpoint: botUrl, token: botTokens[id] } }),
  ...(ownersUrl === undefined ? {} : { webhooks: { url: ownersUrl, signingSecret } }),
});

/** Without pages these limits have no effect, and older builds may not know them. */
const widgetLimits = {
  addressVisitorsPerHour: rateMax,
  addressSocketsMax: rateMax,
  newVisitorsPerSecond: rateMax,
  newVisitorsBurst: rateMax,
  addressChatsPerHour: rateMax,
  unansweredFilesMax: rateMax,
} as const;

const configOf = ({
  webhookUrl = "http://127.0.0.1:9/",
  otherWebhookUrl,
  botUrl,
  otherBotUrl,
  ownersUrl,
  hasWidget = false,
  colleagues = 0,
}: ServiceOptions): object => {
  const staff = Array.from({ length: 1 + colleagues }, (_, at) => ({
    id: at + 1,
    name: at === 0 ? "Bench Agent" : `Bench Agent ${at + 1}`,
    ...agentAt(at),
    role: at === 0 ? "admin" : "agent",
  }));
  const agents = staff.map(({ id }) => id);
  const other = { id: otherChannelId, agents, botUrl: otherBotUrl };
  return {
    agents: staff,
    providers: [{ id: provider, name: "Bench Bots" }],
    channels: [
      channelWith({ id: channelId, webhookUrl, agents, botUrl, ownersUrl }),
      ...(otherWebhookUrl === undefined ? [] : [channelWith({ ...other, webhookUrl: otherWebhookUrl })]),
      ...(hasWidget ? [{ id: widgetChannelId, kind: "widget", name: "Bench pages", agents }] : []),
    ],
    outbound: { allow: ["127.0.0.0/8"], allowHttp: true },
    limits: limitsWith(hasWidget),
  };
};

const limitsWith = (hasWidget: boolean): object => ({
  channelPerSecond: rateMax,
  channelBurst: rateMax,
  senderPerSecond: rateMax,
  senderBurst: rateMax,
  botPerSecond: rateMax,
  botBurst: rateMax,
  ...(hasWidget ? widgetLimits : {}),
});
