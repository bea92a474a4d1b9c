import { Random } from "../loop/random.ts";
import { DeskSocket } from "./desk-socket.ts";
import { emailOf, password } from "./names.ts";
import type { Asked, Stage } from "./stage.ts";
import { Door } from "./stage.ts";

export interface AgentPlan {
  readonly kind: "agent";
  readonly name: string;
  readonly seed: number;
  /** The share of its chats whose client it puts on the blacklist. */
  readonly blacklists: number;
  /** The probability that it leaves and returns. */
  readonly leaves: number;
  /** Whether the agent closes the desk at the end of the work. */
  readonly goesHome: boolean;
}

const lookMsMax = 900;
const replyMsMax = 3_000;
const repliesMax = 4;
const awayMsMax = 20_000;

/** An agent at work: accepts waiting chats, replies, closes them, leaves and returns. */
export class Agent {
  readonly name: string;
  readonly #plan: AgentPlan;
  readonly #stage: Stage;
  readonly #random: Random;
  readonly #door: Door;
  readonly #tried = new Set<string>();
  #desk: DeskSocket | null = null;
  #token = "";

  constructor(stage: Stage, plan: AgentPlan) {
    this.name = plan.name;
    this.#plan = plan;
    this.#stage = stage;
    this.#random = new Random(plan.seed);
    this.#door = new Door(stage, new Random(plan.seed, "door"), "10.3.0.1");
  }

  /** `null` before the agent opens the desk for the first time. */
  get desk(): DeskSocket | null {
    return this.#desk;
  }

  async run(): Promise<void> {
    const { workUntilMs, time } = this.#stage;
    await this.#door.sleep(this.#random.between(0, 2_000));
    this.#token = await logIn(this.#door, this.name);
    const desk = new DeskSocket(this.#stage, this.#door, this.name, this.#token);
    this.#desk = desk;
    desk.open();
    while (time.nowMs < workUntilMs) {
      await this.#door.sleep(this.#random.between(50, lookMsMax));
      const chatId = this.#next(desk);
      if (chatId !== undefined) await this.#serve(chatId);
      else if (this.#random.chance(this.#plan.leaves)) await this.#away(desk);
    }
    if (this.#plan.goesHome) desk.leave(this.#random.chance(0.5) ? "leaves" : "vanishes");
  }

  /** Goes away for some time: switches the status off, or leaves the desk and opens it again. Accepted chats stay with the agent. */
  async #away(desk: DeskSocket): Promise<void> {
    const random = this.#random;
    if (random.chance(0.3)) {
      desk.switchTo(false);
      await this.#door.sleep(random.between(500, awayMsMax));
      desk.switchTo(true);
      return;
    }
    desk.leave(random.chance(0.5) ? "leaves" : "vanishes");
    await this.#door.sleep(random.between(500, awayMsMax));
    desk.open();
  }

  #next(desk: DeskSocket): string | undefined {
    for (const { id, state } of desk.chats.values()) if (state === "waiting" && !this.#tried.has(id)) return id;
    return undefined;
  }

  async #serve(chatId: string): Promise<void> {
    const { history, time } = this.#stage;
    const random = this.#random;
    this.#tried.add(chatId);
    history.tell(`${this.name} presses Reply of chat ${chatId}`);
    const accepting = await this.#step(chatId, { path: "/accept", body: {} });
    history.tell(`${this.name} is answered ${accepting.status} for chat ${chatId}`);
    if (accepting.status !== 200) return;
    history.accepted.push({ agent: this.name, chatId, atMs: time.nowMs });
    const replies = random.between(0, repliesMax);
    for (let number = 1; number <= replies; number += 1) {
      await this.#door.sleep(random.between(0, replyMsMax));
      if (!(await this.#reply(chatId, `${this.name} in ${chatId}: ${number}`))) return;
    }
    await this.#door.sleep(random.between(0, replyMsMax));
    if (random.chance(this.#plan.blacklists)) await this.#blacklist(chatId);
    if (random.chance(0.85)) {
      const { status } = await this.#step(chatId, { path: "/close", body: {} });
      history.tell(`${this.name} closes chat ${chatId}: ${status}`);
    }
  }

  async #reply(chatId: string, text: string): Promise<boolean> {
    const { history, time } = this.#stage;
    const askedAtMs = time.nowMs;
    history.tell(`${this.name} writes "${text}"`);
    const headers = { "idempotency-key": text.replaceAll(/\W/g, "-") };
    const { status, body } = await this.#step(chatId, { path: "/messages", body: { type: "text", text }, headers });
    history.tell(`"${text}" is answered ${status}`);
    if (status !== 202) return false;
    const messageId: string = JSON.parse(body).message.id;
    history.replied.push({ who: this.name, chatId, text, messageId, askedAtMs, takenAtMs: time.nowMs });
    return true;
  }

  async #blacklist(chatId: string): Promise<void> {
    const { history, time } = this.#stage;
    const { status } = await this.#step(chatId, { path: "/blacklist", body: { value: true } });
    history.tell(`${this.name} puts the client of chat ${chatId} on the blacklist: ${status}`);
    if (status === 200) history.blacklisted.set(chatId, { fromMs: time.nowMs });
  }

  async #step(chatId: string, { path, ...asked }: Asked) {
    const headers = { ...asked.headers, authorization: `Bearer ${this.#token}` };
    const answer = await this.#door.insist({ method: "POST", ...asked, path: `/api/chats/${chatId}${path}`, headers });
    if (answer.status >= 500 || answer.status === 400 || answer.status === 401)
      this.#stage.history.surprise(
        `${this.name} was answered ${answer.status} for ${path} of ${chatId}: ${answer.body}`,
      );
    return answer;
  }
}

/** Returns the token of a new session. */
export async function logIn(door: Door, name: string): Promise<string> {
  const answer = await door.insist({ method: "POST", path: "/api/session", body: { email: emailOf(name), password } });
  if (answer.status !== 200)
    throw new Error(`Expected 200 for the login of ${name}, got ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body).token;
}
