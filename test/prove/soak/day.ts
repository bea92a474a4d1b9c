import { readFile, writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { signingSecret } from "../../../src/demo/cast/owners-server.ts";
import { servePeer } from "../../../src/demo/cast/peer.ts";
import type { Ending } from "../../harness/temporary-folder.ts";
import { Desk } from "../../system/harness/people/desk.ts";
import { Visitor } from "../../system/harness/people/visitor.ts";
import { channelPath, Installation, kim } from "../../system/harness/service/installation.ts";

const widgetId = "WIDGET01";
const bot = { id: "BOTCHAN1", provider: "acme-bots", token: "token-of-the-bot" };
const randomPart = channelPath.split("/")[2] ?? "";
const customers = 12;
const bots = 6;
const visitors = 6;
/** The pause between two steps of one person. All people together use about half a core. */
const thinkMsMax = 100;

/**
 * A day at a service: chats are opened by customers, through bots and by visitors, then answered and closed, again and again. Closed chats
 * are forgotten, so that nothing grows on the side of the test.
 */
export class Day {
  readonly installation: Installation;
  /** Durations of the requests since the last sample. */
  #tookMs: number[] = [];
  readonly surprises: string[] = [];
  chats = 0;
  readonly #desk: Desk;
  readonly #random: () => number;
  #isOver = false;

  private constructor(installation: Installation, desk: Desk, random: () => number) {
    this.installation = installation;
    this.#desk = desk;
    this.#random = random;
  }

  static async open(t: Ending, random: () => number): Promise<Day> {
    const url = await servePeer(t, { paths: /^/, take: () => "ok" });
    const installation = await Installation.create(t, url);
    await configure(installation, url);
    await installation.start();
    return new Day(installation, await Desk.open(t, installation), random);
  }

  stop(): void {
    this.#isOver = true;
  }

  /** Resolves when all open chats are closed after `stop`. */
  async run(t: Ending): Promise<void> {
    const rounds: ((name: string) => Promise<void>)[] = [];
    for (let at = 0; at < customers; at += 1) rounds.push((name) => this.#customer(name));
    for (let at = 0; at < bots; at += 1) rounds.push((name) => this.#botChat(name));
    for (let at = 0; at < visitors; at += 1) {
      const visitor = new Visitor(t, this.installation, widgetId);
      const { number } = await visitor.enter();
      rounds.push(() => this.#page(visitor, number));
    }
    await Promise.all(rounds.map((round, at) => this.#again(`person-${at}`, round)));
  }

  takeLatencies(): readonly number[] {
    return this.#tookMs.splice(0);
  }

  async #again(name: string, round: (name: string) => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      await round(name);
      this.chats += 1;
    }
  }

  async #customer(name: string): Promise<void> {
    const say = (text: string): Promise<void> =>
      this.#post(channelPath, { sender: { id: name }, message: { type: "text", text } });
    await say("Is it ready?");
    const id = await this.#untilOpen(({ client }) => client.id === name);
    await this.#serve(id, () => say("Thank you"));
  }

  async #botChat(name: string): Promise<void> {
    const path = `/chat-api/${randomPart}/${bot.id}`;
    const say = (text: string): Promise<void> =>
      this.#post(path, { sender: { id: name }, message: { type: "text", text } });
    await say("Is a bot there?");
    const chat_id = await this.#untilOpen(({ client }) => client.id === name);
    const tell = (event: object): Promise<void> =>
      this.#post(`/bots/webhooks/${bot.provider}/${bot.token}`, { ...event, chat_id });
    await tell({ event: "BOT_MESSAGE", message: { type: "TEXT", text: "I am" } });
    await tell({ event: "INVITE_AGENT" });
    await this.#serve(chat_id, () => say("Thank you all"));
  }

  async #page(visitor: Visitor, number: number): Promise<void> {
    const say = (text: string): Promise<void> =>
      this.#timed("message of a visitor", async () =>
        (await visitor.insist({ type: "message", text })).type === "done" ? 200 : 500,
      );
    await say("Hello from the page");
    const id = await this.#untilOpen(({ client }) => client.number === number);
    await this.#serve(id, () => say("Thank you"));
  }

  /** An agent accepts the chat, replies, waits for an answer, and closes the chat. */
  async #serve(id: string, answer: () => Promise<void>): Promise<void> {
    const { api } = this.#desk;
    await this.#timed("accept", async () => (await api.accept(id)).status);
    for (const text of ["One moment", "It is ready"])
      await this.#timed("reply", async () => (await api.reply(id, text)).status);
    await answer();
    await this.#timed("close", async () => (await api.close(id)).status);
    this.#desk.shown.delete(id);
    for (const [client, chat] of this.#desk.chats) if (chat.id === id) this.#desk.chats.delete(client);
  }

  /** Waits for an open chat that fits, and returns its id. */
  async #untilOpen(
    fits: (chat: { readonly client: { readonly id: string; readonly number: number } }) => boolean,
  ): Promise<string> {
    const find = (): string | undefined =>
      [...this.#desk.chats.values()].find((chat) => chat.state !== "closed" && fits(chat))?.id;
    return this.#desk.facts.until("an open chat", find);
  }

  #post(path: string, body: object): Promise<void> {
    return this.#timed(path, async () => {
      const answer = await fetch(this.installation.url + path, { method: "POST", body: JSON.stringify(body) });
      await answer.arrayBuffer();
      return answer.status;
    });
  }

  async #timed(what: string, step: () => Promise<number>): Promise<void> {
    const startedAtMs = performance.now();
    const status = await step();
    this.#tookMs.push(performance.now() - startedAtMs);
    if (status >= 300) this.surprises.push(`${status} for ${what}`);
    await pause(this.#random() * thinkMsMax);
  }
}

async function configure(installation: Installation, url: string): Promise<void> {
  const config = JSON.parse(await readFile(installation.configFile, "utf8"));
  const [plain] = config.channels;
  const owner = { agents: [1], webhooks: { url, signingSecret } };
  const withBot = {
    ...plain,
    id: bot.id,
    name: "With a bot",
    bot: { provider: bot.provider, endpoint: url, token: bot.token },
  };
  const changes = {
    agents: [{ id: 1, ...kim, role: "admin" }],
    providers: [{ id: bot.provider, name: "Acme Bots" }],
    channels: [{ ...plain, ...owner }, withBot, { id: widgetId, kind: "widget", name: "Web site", ...owner }],
    limits: { ...config.limits, botPerSecond: 1e6, botBurst: 1e6, addressChatsPerHour: 1e6, addressBytesPerDay: 1e12 },
  };
  await writeFile(installation.configFile, JSON.stringify({ ...config, ...changes }));
}
