import { channelDefaults, widgetDefaults } from "../../../../../src/codec/settings/channel-defaults.ts";
import type { Config } from "../../../../../src/config/config.types.ts";
import { defaultLimits } from "../../../../../src/config/limits.ts";
import { asAgentId, asChannelId } from "../../../../../src/core/ids.ts";
import { generousRates } from "../../../../harness/service-config.ts";

export const random = "3b6fQJ0m8yZtR4xW_k-vLs1c";
export const channels = { plain: "PLAIN001", bot: "BOTS0001", widget: "WIDGET01" } as const;
export const provider = { id: "acme-bots", token: "token-of-the-bot" } as const;
export const servers = {
  shop: "https://shop.example.com",
  bot: "https://bot.example.com",
  owner: "https://crm.example.com",
} as const;
export const agents = ["kim", "lee", "max"] as const;
export const judgeName = "ada";
/** The judge's name in the log. */
export const judgeSubject = `agent/${agents.length + 1}`;
export const password = "correct horse battery";
export const emailOf = (name: string): string => `${name}@example.com`;

/** Closed chats are removed after this time. */
export const chatKeptDays = 10;

/** A rate limit that no run reaches, because the simulation does not test rate limits. */
const plenty = 1e6;

const agentOf = (name: string, id: number, role: "agent" | "admin") => ({
  profile: { id: asAgentId(id), name, email: emailOf(name), phone: null, photo: null, departmentIds: [], role },
  password,
});

/** The configuration of every simulated machine. */
export function configOf(store: Config["store"]): Omit<Config, "dataDir"> {
  const people = agents.map((name, index) => agentOf(name, index + 1, "agent"));
  const agentIds = people.map(({ profile }) => profile.id);
  const base = { ...channelDefaults, agentIds, webhookUrl: `${servers.shop}/chat` };
  const unsigned = { signingSecret: null, previousSecret: null };
  const webhooks = { url: `${servers.owner}/events`, ...unsigned, endpoints: [] };
  const bot = {
    providerId: provider.id,
    endpoint: `${servers.bot}/hook`,
    token: provider.token,
    name: "Robin",
    photo: null,
    oauth: null,
    ...unsigned,
  };
  return {
    publicUrl: "https://parley.example",
    host: "127.0.0.1",
    port: 8080,
    store,
    logLevel: "info",
    departments: [],
    apiKeys: [],
    agents: [...people, agentOf(judgeName, agents.length + 1, "admin")],
    endpoints: [],
    channels: [
      { settings: { ...base, id: asChannelId(channels.plain), kind: "api", name: "plain", webhooks }, random },
      { settings: { ...base, id: asChannelId(channels.bot), kind: "api", name: "bot", bot }, random },
      {
        settings: {
          ...base,
          id: asChannelId(channels.widget),
          kind: "widget",
          name: "site",
          webhookUrl: "",
          webhooks,
          widget: widgetDefaults,
        },
        random,
      },
    ],
    outbound: { allow: [], allowHttp: false },
    localAddresses: "forbidden",
    outboundThread: false,
    remotePictures: "proxied",
    linkPreviews: "off",
    sampleCustomer: false,
    trustedProxies: [],
    geoDatabase: null,
    tls: null,
    limits: {
      ...defaultLimits,
      ...generousRates,
      metricsKeptMs: 0,
      chatKeptDays,
      botPerSecond: plenty,
      botBurst: plenty,
      widgetPerSecond: plenty,
    } as Config["limits"],
    providers: [{ id: provider.id, name: "Acme Bots" }],
    telephony: null,
    traces: null,
    metrics: { address: null, token: null },
    smtp: null,
    filesBucket: null,
    backup: null,
  };
}
