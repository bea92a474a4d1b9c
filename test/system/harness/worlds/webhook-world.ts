import { readFile, writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { DeskDeliveryRecord } from "../../../../src/codec/desk/desk-log.ts";
import type { EventBody, OwnerScript, OwnersServer } from "../../../../src/demo/cast/owners-server.ts";
import { openOwnersServer, signingSecret } from "../../../../src/demo/cast/owners-server.ts";
import type { Ending } from "../../../harness/temporary-folder.ts";
import { isInterrupted, isScheduled } from "../laws/webhook-laws.ts";
import { Desk } from "../people/desk.ts";
import type { ApiAnswer } from "../people/desk-api.ts";
import { DeskApi } from "../people/desk-api.ts";
import { Installation, kim } from "../service/installation.ts";
import { nowMs, untilMs } from "../time.ts";
import type { Outage } from "./delivery-world.ts";

const lee = { name: "Lee Agent", email: "lee@example.com", password: "a password of Lee" };
const max = { name: "Max Agent", email: "max@example.com", password: "a password of Max" };
const random = "3b6fQJ0m8yZtR4xW_k-vLs1c";
/** In `mailed`, the log of each chat is also sent by mail. */
const channels = { plain: "PLAIN001", mailed: "MAILED01" } as const;
const lookEveryMs = 250;
/** Only a failing test waits this long. */
const settledWithinMs = 25_000;
export const widgetId = "WIDGET01";

export interface WebhookWorldParts {
  readonly script?: OwnerScript;
  /** The server for mails. Absent: no mail is sent. */
  readonly mailUrl?: string;
  /** The call gateway. Absent: there are no calls. */
  readonly gatewayUrl?: string;
}

/** One service whose channels send all events to an owner's server, that server, and the desk of an administrator. */
export class WebhookWorld {
  readonly receiver: OwnersServer;
  readonly installation: Installation;
  readonly desk: Desk;
  readonly outages: Outage[] = [];

  private constructor(parts: Pick<WebhookWorld, "receiver" | "installation" | "desk">) {
    this.receiver = parts.receiver;
    this.installation = parts.installation;
    this.desk = parts.desk;
  }

  static async open(t: Ending, { script, ...others }: WebhookWorldParts = {}): Promise<WebhookWorld> {
    const receiver = await openOwnersServer(t, script);
    const installation = await Installation.create(t, "http://127.0.0.1:9/nobody");
    await configure(installation, receiver.url, others);
    await installation.start();
    return new WebhookWorld({ receiver, installation, desk: await Desk.open(t, installation) });
  }

  /** Logs in all agents who answer clients, the administrator first. */
  async logInAll(): Promise<readonly DeskApi[]> {
    const others = [lee, max].map((account) => DeskApi.logIn(this.installation.url, account));
    return [this.desk.api, ...(await Promise.all(others))];
  }

  /** Sends the client's message. Returns the status of the answer, or `null` if the connection broke. */
  async write(client: string, text: string, channel: keyof typeof channels = "plain"): Promise<number | null> {
    const body = JSON.stringify({ sender: { id: client, name: client }, message: { type: "text", text } });
    const path = `/chat-api/${random}/${channels[channel]}`;
    const answer = await fetch(this.installation.url + path, { method: "POST", body }).catch(() => null);
    await answer?.text();
    return answer?.status ?? null;
  }

  /** Sends the client's message; the answer must be 200. Returns the chat that has it. */
  async say(client: string, text: string, channel?: keyof typeof channels): Promise<string> {
    const status = await this.write(client, text, channel);
    if (status !== 200) throw new Error(`Expected 200 for "${text}" of ${client}, got ${status}`);
    return (await this.desk.untilChat(client)).id;
  }

  /** Does a step of the administrator in the chat of this client, such as `accept` or `close`; the answer must be 200. */
  async step(client: string, name: string, body?: object): Promise<ApiAnswer["body"]> {
    const { id } = await this.desk.untilChat(client);
    const method = name === "contact" ? "PATCH" : "POST";
    const answer = await this.desk.api.call(method, `/chats/${id}/${name}`, body);
    if (answer.status !== 200) throw new Error(`Expected 200 for ${name} of ${client}, got ${answer.status}`);
    return answer.body;
  }

  /** Returns the complete log of deliveries of this kind, read page by page. */
  deliveries(kind: string): Promise<readonly DeskDeliveryRecord[]> {
    return this.desk.api.deliveries(`kind=${kind}`);
  }

  /**
   * Returns the log of events for the owner's server, as soon as each is delivered, waits for its third attempt, or `hasEnded`
   * accepts it.
   */
  async untilSettled(
    hasEnded = (_delivery: DeskDeliveryRecord): boolean => false,
  ): Promise<readonly DeskDeliveryRecord[]> {
    const untilMs = nowMs() + settledWithinMs;
    for (;;) {
      const log = await this.deliveries("webhook");
      const isSettled = (delivery: DeskDeliveryRecord): boolean =>
        delivery.state === "delivered" || isScheduled(delivery) || hasEnded(delivery);
      if (log.every(isSettled) || nowMs() > untilMs) return log;
      await pause(lookEveryMs);
    }
  }

  /**
   * Returns each event of this log that the owner's server received, once. If a kill interrupted both attempts of an event, the
   * body of its third attempt, which is due some minutes later, is used.
   */
  async told(log: readonly DeskDeliveryRecord[]): Promise<readonly EventBody[]> {
    const came = new Map(this.receiver.seen.map(({ id, fields }) => [id, fields]));
    const cut = log.filter((delivery) => !came.has(delivery.id) && isInterrupted(delivery));
    const kept = cut.map(async ({ id }): Promise<EventBody> => {
      const { body }: ApiAnswer = await this.desk.api.call("GET", `/deliveries/${id}`);
      return JSON.parse(body.delivery.request?.body ?? "");
    });
    return [...came.values(), ...(await Promise.all(kept))];
  }

  /**
   * Kills the service now and starts it again after `downMs`. Resolves when it serves and the desk is ready again. With `lifeMs`
   * another process runs in between; it is killed after this time, even if it is not ready.
   */
  async kill({ downMs = 0, lifeMs = null }: KillOptions = {}): Promise<Outage> {
    const killedAtMs = nowMs();
    await this.installation.kill();
    await untilMs(killedAtMs + downMs);
    if (lifeMs !== null) {
      const stillborn = this.installation.spawn();
      await pause(lifeMs);
      await stillborn.kill();
    }
    const { readyAtMs } = await this.installation.start();
    const outage = { killedAtMs, readyAtMs: readyAtMs ?? nowMs(), deskReadyAtMs: await this.desk.untilReady() };
    this.outages.push(outage);
    return outage;
  }
}

interface KillOptions {
  readonly downMs?: number;
  readonly lifeMs?: number | null;
}

/** Replaces the single channel of the installation. */
async function configure(
  installation: Installation,
  url: string,
  { mailUrl, gatewayUrl }: Pick<WebhookWorldParts, "mailUrl" | "gatewayUrl">,
): Promise<void> {
  const config = JSON.parse(await readFile(installation.configFile, "utf8"));
  const [ofApi] = config.channels;
  const common = { agents: [1, 2, 3], webhooks: { url, signingSecret } };
  const apiChannels = Object.entries(channels).map(([name, id]) => ({ ...ofApi, ...common, random, name, id }));
  const [plain, mailed] = apiChannels;
  const callback = { enabled: true, balance: 1_000 };
  const changes = {
    agents: [kim, lee, max].map((account, index) => ({
      id: index + 1,
      ...account,
      role: index === 0 ? "admin" : "agent",
      phone: `+4420794600${index + 11}`,
    })),
    channels: [
      plain,
      mailUrl === undefined ? mailed : { ...mailed, chatLogEmails: ["archive@shop.example"] },
      { id: widgetId, kind: "widget", name: "Web site", ...common, callback },
    ],
    outbound: { ...config.outbound, thread: true },
    ...(mailUrl === undefined ? {} : { smtp: { url: mailUrl, from: "chat@parley.example" } }),
    ...(gatewayUrl === undefined ? {} : { telephony: { gatewayUrl, token: "token-of-the-gateway" } }),
  };
  await writeFile(installation.configFile, JSON.stringify({ ...config, ...changes }));
}
