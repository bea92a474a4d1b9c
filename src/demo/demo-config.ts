import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import type { BotSetup, Manners } from "./cast/rivet.ts";

export const shopChannel = "DEMOSHOP01";
/** Its customer is the service's own sample customer, who has a page. */
export const sampleChannel = "DEMOSAMPLE";
export const failingChannel = "DEMOFLAKY1";
export const deadChannel = "DEMODEAD01";

export const botProvider = "demo-bots";
export const botChannel = "BOTFRIEND1";
export const slowBotChannel = "BOTSLOW001";
export const failingBotChannel = "BOTFAILS01";
export const deadBotChannel = "BOTDEAD001";
/** The agents of this channel do not accept the bot's invitations in time. */
export const loneBotChannel = "BOTALONE01";

/** Sends its events to a CRM. */
export const crmChannel = "DEMOCRM001";
/** A web site with a widget. Sends its events to the CRM too. */
export const siteChannel = "DEMOSITE01";

/** Kim's phone. The gateway calls it when a visitor asks for a call. */
export const agentPhone = "+442079460012";

/** The time in which an agent must accept the bot's invitation. Short, because the transcript waits until it has passed. */
export const acceptTimeoutMs = 3_000;

interface ChannelPlan {
  readonly id: string;
  readonly name: string;
  readonly bot?: Manners;
  /** The bot issues access tokens. */
  readonly hasAccount?: true;
  readonly acceptTimeoutMs?: number;
  /** The channel is a web site with a widget, not a customer system. */
  readonly isSite?: true;
  /** The channel sends its events to the sample CRM. */
  readonly hasCrm?: true;
}

const plans: readonly ChannelPlan[] = [
  { id: shopChannel, name: "Sample shop" },
  { id: sampleChannel, name: "Sample customer with a page" },
  { id: failingChannel, name: "Sample system that fails twice" },
  { id: deadChannel, name: "Sample system that is dead" },
  { id: botChannel, name: "Sample shop with a friendly bot", bot: "friendly" },
  { id: slowBotChannel, name: "Sample shop with a slow bot", bot: "slow", hasAccount: true },
  { id: failingBotChannel, name: "Sample shop with a bot that fails", bot: "failing" },
  { id: deadBotChannel, name: "Sample shop with a dead bot", bot: "dead" },
  { id: loneBotChannel, name: "Sample shop with a bot alone", bot: "friendly", acceptTimeoutMs },
  { id: crmChannel, name: "Sample shop with a CRM", hasCrm: true },
  { id: siteChannel, name: "Sample web site with a CRM", hasCrm: true, isSite: true },
];

/** The addresses of the service's peers. */
export interface PeerUrls {
  readonly customerSystem: string;
  readonly bots: string;
  readonly oauth: string;
  readonly crm: string;
  readonly gateway: string;
}

/** An account of the desk. */
export interface DemoLogin {
  readonly email: string;
  readonly password: string;
}

/**
 * The service's config file: a scripted agent, an administrator for the user of the demo, and channels. The channels lead to the sample
 * customer system; some have a sample bot or CRM.
 */
export interface DemoConfig {
  readonly agent: DemoLogin;
  readonly administrator: DemoLogin;
  /** The bots by channel id. */
  readonly bots: ReadonlyMap<string, BotSetup>;
  /** Signs the events for the CRM. Source: WH-40. */
  readonly signingSecret: string;
  /** Part of the address of the sample customer's page. */
  readonly sampleToken: string;
  /** Part of the address to which the call gateway reports. Source: CALL-07. */
  readonly gatewayToken: string;
  /** The secret part of a channel's address. */
  random(channelId: string): string;
  write(file: string, urls: PeerUrls): void;
}

const newSecret = (): string => randomBytes(24).toString("base64url");

/** Creates new secrets for each demo. */
export function createDemoConfig(): DemoConfig {
  const agent = { email: "kim@demo.example", password: randomBytes(12).toString("base64url") };
  const administrator = { email: "you@demo.example", password: randomBytes(9).toString("base64url") };
  const randoms = new Map(plans.map(({ id }) => [id, newSecret()]));
  const random = (channelId: string): string => randoms.get(channelId) ?? "";
  const signingSecret = `whsec_${randomBytes(32).toString("base64")}`;
  const [sampleToken, gatewayToken] = [newSecret(), newSecret()];
  const bots = new Map(
    plans.flatMap(({ id, bot: manners, hasAccount }): readonly [string, BotSetup][] => {
      if (manners === undefined) return [];
      const account = hasAccount === true ? { clientId: "parley-demo", clientSecret: newSecret() } : null;
      return [[id, { token: newSecret(), manners, account }]];
    }),
  );
  const toChannel = (plan: ChannelPlan, urls: PeerUrls): object => {
    const { id, name, acceptTimeoutMs } = plan;
    const setup = bots.get(id);
    const samplePage = `https://sample-customer.invalid/${sampleToken}`;
    return {
      id,
      name,
      agents: [1],
      ...(plan.isSite
        ? { kind: "widget", allowedOrigins: [], callback: { enabled: true, balance: 100 } }
        : { kind: "api", random: random(id), webhookUrl: id === sampleChannel ? samplePage : urls.customerSystem }),
      ...(plan.hasCrm ? { webhooks: { url: urls.crm, signingSecret } } : {}),
      ...(setup === undefined ? {} : { bot: toBotEntry(setup, urls) }),
      ...(acceptTimeoutMs === undefined ? {} : { acceptTimeoutMs }),
    };
  };
  return {
    agent,
    administrator,
    bots,
    signingSecret,
    sampleToken,
    gatewayToken,
    random,
    write(file, urls) {
      const config = {
        agents: [
          { id: 1, name: "Kim", ...agent, phone: agentPhone, role: "agent" },
          { id: 2, name: "Alex Morgan", ...administrator, role: "admin" },
        ],
        providers: [{ id: botProvider, name: "Demo bots" }],
        channels: plans.map((plan) => toChannel(plan, urls)),
        telephony: { gatewayUrl: urls.gateway, token: gatewayToken, channel: siteChannel },
        outbound: { allow: ["127.0.0.0/8"], allowHttp: true },
      };
      writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
    },
  };
}

const toBotEntry = ({ token, account }: BotSetup, { bots, oauth }: PeerUrls) => ({
  provider: botProvider,
  name: "Rivet",
  endpoint: bots,
  token,
  ...(account === null ? {} : { oauth: { tokenUrl: `${oauth}/${account.clientId}`, ...account } }),
});
