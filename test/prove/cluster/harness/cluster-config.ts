import { signingSecret } from "../../../../src/demo/cast/owners-server.ts";
import { kim } from "../../../system/harness/service/installation.ts";

export const random = "3b6fQJ0m8yZtR4xW_k-vLs1c";
export const channels = { plain: "PLAIN001", bot: "BOTS0001" } as const;
export const widgetId = "WIDGET01";
export const providerId = "acme-bots";
export const botToken = "token-of-the-bot";

/** Kim is the administrator. */
export const accounts = [
  kim,
  { name: "Lee Agent", email: "lee@example.com", password: "a password of Lee" },
  { name: "Max Agent", email: "max@example.com", password: "a password of Max" },
] as const;

export interface PeerUrls {
  readonly customerSystem: string;
  readonly bot: string;
  /** The URL for the events of the channel `plain` only. */
  readonly owner: string;
  /** The URL that returns the bot's access tokens. If absent, the bot needs no token. */
  readonly tokens?: string;
}

/** Rates that no test reaches. */
const plenty = 1e6;

/** Returns the configuration of all nodes. */
export function clusterConfig({ customerSystem, bot, owner, tokens }: PeerUrls): object {
  const agents = accounts.map((_, index) => index + 1);
  const oauth = tokens === undefined ? {} : { oauth: { tokenUrl: tokens, clientId: "parley", clientSecret: "s3cret" } };
  return {
    agents: accounts.map((account, index) => ({ id: index + 1, ...account, role: index === 0 ? "admin" : "agent" })),
    providers: [{ id: providerId, name: "Acme Bots" }],
    channels: [
      {
        ...{ id: channels.plain, kind: "api", name: "plain", random, webhookUrl: customerSystem, agents },
        webhooks: { url: owner, signingSecret },
      },
      {
        ...{ id: channels.bot, kind: "api", name: "bot", random, webhookUrl: customerSystem, agents },
        bot: { provider: providerId, endpoint: bot, token: botToken, ...oauth },
      },
      { id: widgetId, kind: "widget", name: "Web site", agents },
    ],
    outbound: { allow: ["127.0.0.0/8"], allowHttp: true },
    limits: {
      ...{ channelPerSecond: plenty, channelBurst: plenty, senderPerSecond: plenty, senderBurst: plenty },
      ...{ botPerSecond: plenty, botBurst: plenty },
    },
  };
}
