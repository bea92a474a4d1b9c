import { readFile, writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { DeskChat, DeskMessage } from "../../../../src/codec/desk/desk.ts";
import type { BotProvider } from "../../../../src/demo/cast/bot.ts";
import { openBotProvider } from "../../../../src/demo/cast/bot.ts";
import type { CustomerSystem, Script } from "../../../../src/demo/cast/customer-system.ts";
import { openCustomerSystem } from "../../../../src/demo/cast/customer-system.ts";
import type { Answer } from "../../../../src/demo/cast/peer.ts";
import type { Ending } from "../../../harness/temporary-folder.ts";
import type { Shown } from "../people/desk.ts";
import { Desk } from "../people/desk.ts";
import { Installation, kim } from "../service/installation.ts";
import { nowMs, untilMs } from "../time.ts";
import type { Outage } from "./delivery-world.ts";

const providerId = "acme-bots";
/** The provider of the bot that replaces an earlier bot. */
const otherProviderId = "other-bots";
export const otherToken = "token-of-other";
/** Lee never comes to the desk. */
const lee = { name: "Lee Agent", email: "lee@example.com", password: "a password of Lee" };
const random = "3b6fQJ0m8yZtR4xW_k-vLs1c";
export const shortOfferMs = 4_000;

/**
 * Kim is available for the clients of `staffed` and `hurried`; offers in `hurried` are short. No agent is available for the
 * clients of `empty`.
 */
const declared = {
  staffed: { id: "STAFFED1", agents: [1] },
  hurried: { id: "HURRIED1", agents: [1], acceptTimeoutMs: shortOfferMs },
  empty: { id: "EMPTY001", agents: [2] },
} as const;
/** The config file does not contain these channels; their bots are removed permanently. */
const stored = {
  leaving: { id: "LEAVING1", agents: [1] },
  replaced: { id: "REPLACED", agents: [1] },
} as const;
const channels = { ...declared, ...stored };
type StoredChannel = keyof typeof stored;

/** A client who has a chat with the bot. The case's name is the client's name. */
export interface BotCase {
  readonly channel?: keyof typeof channels;
  /** The bot's answers to the attempts, by the text of a CLIENT_MESSAGE or the name of another event. */
  readonly answers?: Readonly<Record<string, readonly Answer[]>>;
}

/** The parts of the config file that can be extended. */
export interface WorldConfig {
  readonly agents: readonly object[];
  readonly channels: readonly object[];
  readonly limits: object;
}

export type AddToConfig = (config: WorldConfig, customerSystemUrl: string) => object;

export interface PostRequest {
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One service, one bot, one customer system, the desk of an administrator, and a client for each case. */
export class BotWorld {
  readonly bot: BotProvider;
  readonly customerSystem: CustomerSystem;
  readonly installation: Installation;
  readonly desk: Desk;
  readonly outages: Outage[] = [];
  readonly #cases: Readonly<Record<string, BotCase>>;

  private constructor(
    cases: Readonly<Record<string, BotCase>>,
    parts: Pick<BotWorld, "bot" | "customerSystem" | "installation" | "desk">,
  ) {
    this.#cases = cases;
    this.bot = parts.bot;
    this.customerSystem = parts.customerSystem;
    this.installation = parts.installation;
    this.desk = parts.desk;
  }

  /** `script` returns the customer system's answers; absent: ok. `add` extends the config file. `prepare` runs before the first start. */
  static async open(
    t: Ending,
    cases: Readonly<Record<string, BotCase>>,
    script?: Script,
    add: AddToConfig = (config) => config,
    prepare: (installation: Installation) => Promise<void> = async () => undefined,
  ): Promise<BotWorld> {
    const bot = await openBotProvider(t, (client, what) => cases[client]?.answers?.[what]);
    const customerSystem = await openCustomerSystem(t, script);
    const installation = await Installation.create(t, customerSystem.url);
    await connectBots(installation, bot.url, customerSystem.url, add);
    await prepare(installation);
    await installation.start();
    const desk = await Desk.open(t, installation);
    return new BotWorld(cases, { bot, customerSystem, installation, desk });
  }

  /** Sends the client's message; the answer must be 200. */
  async say(client: string, text: string): Promise<void> {
    const status = await this.trySay(client, text);
    if (status !== 200) throw new Error(`Expected 200 for "${text}", got ${status}`);
  }

  /** Sends the client's message; returns the status of the answer. */
  trySay(client: string, text: string): Promise<number> {
    return this.#send(this.sayRequest(client, text));
  }

  sayRequest(client: string, text: string): PostRequest {
    const body = JSON.stringify({ sender: { id: client, name: client }, message: { type: "text", text } });
    return { path: `/chat-api/${random}/${channels[this.#channelOf(client)].id}`, body, headers: {} };
  }

  /** Posts the bot's event about the chat of this client. Resolves when it was answered 200. */
  async post(client: string, event: object, idempotencyKey?: string): Promise<void> {
    const status = await this.tryPost(client, event, idempotencyKey);
    if (status !== 200) throw new Error(`Expected 200 about ${client}, got ${status}`);
  }

  /** Posts the bot's event about the chat of this client; returns the status of the answer. */
  async tryPost(client: string, event: object, idempotencyKey?: string): Promise<number> {
    const { id } = await this.desk.untilChat(client);
    const { headers, ...request } = this.postRequest(client, id, event);
    const key = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
    return this.#send({ ...request, headers: { ...headers, ...key } });
  }

  postRequest(client: string, chatId: string, event: object): PostRequest {
    const path = `/bots/webhooks/${providerId}/${tokenOf(this.#channelOf(client))}`;
    return { path, body: JSON.stringify({ ...event, chat_id: chatId }), headers: {} };
  }

  async #send({ path, body, headers }: PostRequest): Promise<number> {
    const answer = await fetch(this.installation.url + path, { method: "POST", body, headers });
    await answer.arrayBuffer();
    return answer.status;
  }

  /** Makes a channel that the config file does not contain, with its bot. */
  async addChannel(name: StoredChannel): Promise<void> {
    const webhookUrl = this.customerSystem.url;
    const settings = { name, webhookUrl, random, ...stored[name], bot: botOf(name, this.bot.url) };
    const { status, body } = await this.desk.api.call("POST", "/channels", settings);
    if (status !== 201) throw new Error(`Expected 201 for ${name}, got ${status} ${JSON.stringify(body)}`);
  }

  /** Removes the bot from the channel. If the connection breaks, the outcome is unknown. */
  async disconnectBot(name: StoredChannel): Promise<void> {
    await this.#changeBot(name, null);
  }

  /** Connects another provider's bot instead. If the connection breaks, the outcome is unknown. */
  async replaceBot(name: StoredChannel): Promise<void> {
    await this.#changeBot(name, { provider: otherProviderId, endpoint: this.bot.url, token: otherToken });
  }

  invite(client: string): Promise<void> {
    return this.post(client, { event: "INVITE_AGENT" });
  }

  reply(client: string, text: string, idempotencyKey?: string): Promise<void> {
    return this.post(client, { event: "BOT_MESSAGE", message: { type: "TEXT", text } }, idempotencyKey);
  }

  async accept(client: string): Promise<void> {
    const { status } = await this.desk.api.accept((await this.desk.untilChat(client)).id);
    if (status !== 200) throw new Error(`Expected 200 for the chat of ${client}, got ${status}`);
  }

  async close(client: string): Promise<void> {
    const { status } = await this.desk.api.close((await this.desk.untilChat(client)).id);
    if (status !== 200) throw new Error(`Expected 200 for the chat of ${client}, got ${status}`);
  }

  /** Resolves when the desk shows the client's chat in this state. */
  untilState(client: string, state: string): Promise<DeskChat> {
    const find = (): DeskChat | undefined => {
      const chat = this.desk.chats.get(client);
      return chat?.state === state ? chat : undefined;
    };
    return this.desk.until(`the chat of ${client} ${state}`, find);
  }

  /** Resolves with the message that tells the agents that the bot failed. Source: BOT-22. */
  async untilBotFailed(client: string): Promise<Shown> {
    const { id } = await this.desk.untilChat(client);
    const isLine = ({ message }: Shown): boolean =>
      message.from === "system" && message.text.startsWith("The bot failed");
    return this.desk.until(`the end of ${client}'s bot`, () => this.desk.shown.get(id)?.find(isLine));
  }

  /** Returns the stored state and messages of the client's newest chat. */
  async stored(client: string): Promise<{ readonly state: string; readonly messages: readonly DeskMessage[] }> {
    const { id } = await this.desk.untilChat(client);
    const { body } = await this.desk.api.call("GET", `/chats/${id}`);
    return { state: body.chat.state, messages: await this.desk.api.messages(id) };
  }

  /** Resolves when an attempt of this number, at a CLIENT_MESSAGE of the client, is stored as failed. */
  async untilRefused(client: string, number: number): Promise<void> {
    const { id } = await this.desk.untilChat(client);
    for (;;) {
      const { body } = await this.desk.api.call("GET", `/deliveries?chat=${id}`);
      if (body.deliveries.some(({ attempts }) => attempts[number - 1]?.error)) return;
    }
  }

  /** Resolves when the delivery of the client's message is stored. */
  async untilDelivered(client: string): Promise<void> {
    const { id } = await this.desk.untilChat(client);
    for (;;) {
      const { body } = await this.desk.api.call("GET", `/deliveries?chat=${id}&state=delivered`);
      if (body.deliveries.length > 0) return;
      await pause(20);
    }
  }

  /** Resolves when no request to the bot is in progress. Requests that a kill interrupted are repeated after their pause. */
  async untilQuiet(): Promise<void> {
    while ((await this.#underWay("pending")) || (await this.#underWay("attempting"))) await pause(100);
  }

  async #underWay(state: string): Promise<boolean> {
    const { body } = await this.desk.api.call("GET", `/deliveries?kind=bot&state=${state}`);
    return body.deliveries.length > 0;
  }

  /** Kills the service now and starts it again after `downMs`. Resolves when it serves and the desk is ready again. */
  async kill(downMs = 0): Promise<Outage> {
    const killedAtMs = nowMs();
    await this.installation.kill();
    await untilMs(killedAtMs + downMs);
    const { readyAtMs } = await this.installation.start();
    const outage = { killedAtMs, readyAtMs: readyAtMs ?? nowMs(), deskReadyAtMs: await this.desk.untilReady() };
    this.outages.push(outage);
    return outage;
  }

  async #changeBot(name: StoredChannel, bot: object | null): Promise<void> {
    await this.desk.api.call("PATCH", `/channels/${stored[name].id}`, { bot }).catch(() => undefined);
  }

  #channelOf(client: string): keyof typeof channels {
    return this.#cases[client]?.channel ?? "staffed";
  }
}

const tokenOf = (name: string): string => `token-of-${name}`;
const botOf = (name: string, endpoint: string) => ({ provider: providerId, endpoint, token: tokenOf(name) });

/** Replaces the single channel of the installation. */
async function connectBots(
  installation: Installation,
  botUrl: string,
  webhookUrl: string,
  add: AddToConfig,
): Promise<void> {
  const config = JSON.parse(await readFile(installation.configFile, "utf8"));
  const withBot = Object.entries(declared).map(([name, channel]) => ({
    kind: "api",
    name,
    random,
    webhookUrl,
    ...channel,
    bot: botOf(name, botUrl),
  }));
  const changes = {
    agents: [
      { id: 1, ...kim, role: "admin" },
      { id: 2, ...lee, role: "agent" },
    ],
    providers: [
      { id: providerId, name: "Acme Bots" },
      { id: otherProviderId, name: "Other Bots" },
    ],
    channels: withBot,
    limits: { ...config.limits, botPerSecond: 1e6, botBurst: 1e6 },
  };
  await writeFile(installation.configFile, JSON.stringify(add({ ...config, ...changes }, webhookUrl)));
}
