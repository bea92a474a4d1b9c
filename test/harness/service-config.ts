import type { AgentProfile } from "../../machines/agent/agent.machine.ts";
import type { BotSettings, ChannelSettings, WebhookSettings } from "../../machines/channel/channel.types.ts";
import type { Config } from "../../src/config/config.types.ts";
import type { Limits } from "../../src/config/limits.ts";
import { asAgentId, asChannelId } from "../../src/core/ids.ts";

export const random = "3b6fA0aaaaaaaaaaaaaaaa";
export const password = "correct horse battery";

const agent = (id: number, name: string, role: AgentProfile["role"] = "agent"): AgentProfile => ({
  id: asAgentId(id),
  name,
  email: `${name.toLowerCase()}@example.com`,
  phone: null,
  photo: null,
  departmentIds: [],
  role,
});
/** Kim and Lee work on `MOBILEAPP1`, Max only on `OTHERAPP01`. Ada is the administrator and works on no channel. */
export const agents = {
  kim: agent(1, "Kim"),
  lee: agent(2, "Lee"),
  max: agent(3, "Max"),
  ada: agent(4, "Ada", "admin"),
};
export type AgentName = keyof typeof agents;

const unsigned = { signingSecret: null, previousSecret: null };
/** The settings of an API channel without anything special. Kim is its agent. */
export const plainChannel: Omit<ChannelSettings, "id" | "random"> = {
  kind: "api",
  name: "Mobile app",
  webhookUrl: "https://shop.example.com/chat",
  chunked: false,
  agentIds: [agents.kim.id],
  enabled: true,
  isTest: false,
  appendPublicId: true,
  strictAnswers: false,
  hiddenErrorCodes: [],
  agentKeywords: [],
  acceptTimeoutMs: 60_000,
  bot: null,
  webhooks: null,
  chatLogEmails: [],
  ...unsigned,
  incoming: unsigned,
  requireSignature: false,
  widget: null,
};
const channel = (id: string, agentNames: readonly AgentName[]): Omit<ChannelSettings, "random"> => ({
  ...plainChannel,
  id: asChannelId(id),
  name: id,
  agentIds: agentNames.map((name) => agents[name].id),
});
/** For a channel with developer webhooks. */
export const webhooks: WebhookSettings = {
  url: "https://crm.example.com/hook",
  signingSecret: null,
  previousSecret: null,
  endpoints: [],
};
/** For a channel with a bot. */
export const bot: BotSettings = {
  providerId: "acme-bots",
  endpoint: "https://bot.example.com/hook",
  token: "t0k3n",
  name: "Robin",
  photo: null,
  oauth: null,
  ...unsigned,
};

export type ChannelChanges = Readonly<Record<string, Partial<Omit<ChannelSettings, "random" | "id">>>>;

/** The rates are high, because the clock does not move in most tests. */
export const generousRates = {
  channelPerSecond: 10_000,
  channelBurst: 10_000,
  senderPerSecond: 10_000,
  senderBurst: 10_000,
};

export const configOf = (limits: Limits, changes: ChannelChanges): Config => ({
  publicUrl: null,
  host: "127.0.0.1",
  port: 0,
  dataDir: "/nonexistent",
  store: { kind: "embedded" },
  logLevel: "debug",
  departments: [],
  apiKeys: [],
  agents: Object.values(agents).map((profile) => ({ profile, password })),
  channels: [channel("MOBILEAPP1", ["kim", "lee"]), channel("OTHERAPP01", ["max"])].map((settings) => ({
    settings: { ...settings, ...changes[settings.id] },
    random,
  })),
  endpoints: [],
  outbound: { allow: [], allowHttp: false },
  localAddresses: "settable",
  outboundThread: false,
  remotePictures: "proxied",
  linkPreviews: "off",
  sampleCustomer: true,
  trustedProxies: [],
  geoDatabase: null,
  tls: null,
  limits,
  providers: Object.values(changes).some((change) => change.bot) ? [{ id: bot.providerId, name: "Acme Bots" }] : [],
  telephony: null,
  traces: null,
  metrics: { address: null, token: null },
  smtp: null,
  filesBucket: null,
  backup: null,
});
