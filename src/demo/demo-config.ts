import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import type { BotSetup } from "./bot/bot.ts";
import type { Manners } from "./bot/manners.ts";
import { dead, failing, friendly, slow } from "./bot/manners.ts";

export const shopChannel = "DEMOSHOP01";
export const failingChannel = "DEMOFLAKY1";
export const deadChannel = "DEMODEAD01";

export const botProvider = "demo-bots";
export const botChannel = "BOTFRIEND1";
export const slowBotChannel = "BOTSLOW001";
export const failingBotChannel = "BOTFAILS01";
export const deadBotChannel = "BOTDEAD001";
/** Its agents let the bot's invitations pass. */
export const loneBotChannel = "BOTALONE01";

/** What the agents of a channel with a bot have to accept a chat, where the transcript waits for it. */
export const acceptTimeoutMs = 3_000;

interface ChannelPlan {
  readonly id: string;
  readonly name: string;
  readonly bot?: Manners;
  /** The bot hands out access tokens. */
  readonly hasAccount?: true;
  readonly acceptTimeoutMs?: number;
}

const plans: readonly ChannelPlan[] = [
  { id: shopChannel, name: "Sample shop" },
  { id: failingChannel, name: "Sample system that fails twice" },
  { id: deadChannel, name: "Sample system that is dead" },
  { id: botChannel, name: "Sample shop with a friendly bot", bot: friendly },
  { id: slowBotChannel, name: "Sample shop with a slow bot", bot: slow, hasAccount: true },
  { id: failingBotChannel, name: "Sample shop with a bot that fails", bot: failing },
  { id: deadBotChannel, name: "Sample shop with a dead bot", bot: dead },
  { id: loneBotChannel, name: "Sample shop with a bot alone", bot: friendly, acceptTimeoutMs },
];

/** Where the peers of the service listen. */
export interface PeerUrls {
  readonly customerSystem: string;
  readonly bots: string;
}

/** The service's config file: one agent, and channels that lead to the sample customer system, some with a sample bot. */
export interface DemoConfig {
  readonly agent: { readonly email: string; readonly password: string };
  /** The bots, by their channels. */
  readonly bots: ReadonlyMap<string, BotSetup>;
  /** The secret part of a channel's address. */
  random(channelId: string): string;
  write(file: string, urls: PeerUrls): void;
}

const newSecret = (): string => randomBytes(24).toString("base64url");

/** Makes up the secrets: every demo has its own. */
export function createDemoConfig(): DemoConfig {
  const agent = { email: "kim@demo.example", password: randomBytes(12).toString("base64url") };
  const randoms = new Map(plans.map(({ id }) => [id, newSecret()]));
  const random = (channelId: string): string => randoms.get(channelId) ?? "";
  const bots = new Map(
    plans.flatMap(({ id, bot: manners, hasAccount }): readonly [string, BotSetup][] => {
      if (manners === undefined) return [];
      const account = hasAccount === true ? { clientId: "parley-demo", clientSecret: newSecret() } : null;
      return [[id, { token: newSecret(), manners, account }]];
    }),
  );
  return {
    agent,
    bots,
    random,
    write(file, urls) {
      const config = {
        agents: [{ id: 1, name: "Kim", ...agent, role: "agent" }],
        providers: [{ id: botProvider, name: "Demo bots" }],
        channels: plans.map(({ id, name, acceptTimeoutMs }) => {
          const setup = bots.get(id);
          return {
            id,
            kind: "api",
            name,
            random: random(id),
            webhookUrl: `${urls.customerSystem}/parley`,
            agents: [1],
            ...(setup === undefined ? {} : { bot: toBotEntry(setup, urls.bots) }),
            ...(acceptTimeoutMs === undefined ? {} : { acceptTimeoutMs }),
          };
        }),
        outbound: { allow: ["127.0.0.0/8"], allowHttp: true },
      };
      writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
    },
  };
}

const toBotEntry = ({ token, account }: BotSetup, url: string) => ({
  provider: botProvider,
  name: "Rivet",
  endpoint: `${url}/hook`,
  token,
  ...(account === null ? {} : { oauth: { tokenUrl: `${url}/oauth/${account.clientId}`, ...account } }),
});
