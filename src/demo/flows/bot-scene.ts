import type { BotEvent } from "../cast/bot.ts";
import type { Rivet } from "../cast/rivet.ts";
import type { FlowLog } from "../flow-log.ts";
import { at, textAt } from "../json.ts";
import { nowMs } from "../time.ts";
import type { Customer, Stage } from "./stage.ts";
import { heardFor } from "./stage.ts";

const patienceMs = 30_000;

/** A customer on a channel with a bot, and everything that the customer system and the bot receive. */
export class BotScene {
  readonly bot: Rivet;
  readonly #stage: Stage;
  readonly #channelId: string;
  readonly #customer: Customer;
  readonly #log: FlowLog;
  #said = 0;

  /** `hear` is called for each event for the bot, before the bot answers. */
  constructor(
    stage: Stage,
    channelId: string,
    customer: Customer,
    log: FlowLog,
    hear: (event: BotEvent) => void = () => undefined,
  ) {
    this.#stage = stage;
    this.#channelId = channelId;
    this.#customer = customer;
    this.#log = log;
    this.bot = stage.bots.find(channelId);
    this.bot.log = log;
    this.bot.hear = hear;
    stage.shop.play(channelId, log);
  }

  /** The events that the service sent to the bot, repeats included. */
  get events(): readonly BotEvent[] {
    return this.#stage.bots.events.filter(({ path }) => path.endsWith(`/${this.bot.setup.token}`));
  }

  /** Sends a message of the customer. Resolves with the time at which the sending began. */
  async say(text: string): Promise<number> {
    const atMs = nowMs();
    this.#said += 1;
    const key = `${this.#customer.id}-${this.#said}`;
    await this.#stage.channels.send(this.#channelId, { sender: this.#customer, text, key }, this.#log);
    return atMs;
  }

  /** Sends a message of the customer and waits for the answer. Resolves with the duration in ms. */
  async ask(text: string, answer: string): Promise<number> {
    const atMs = await this.say(text);
    await this.untilHeard(answer);
    return nowMs() - atMs;
  }

  /** Resolves when the customer system has got this text. */
  async untilHeard(text: string): Promise<void> {
    const find = () => heardFor(this.#stage, this.#channelId).find((message) => message.text.includes(text));
    await this.#stage.shop.facts.until(`"${text}" at the customer system`, find, undefined, patienceMs);
  }

  /** The number of different messages with this text at the customer system. Repeats do not count. */
  countHeard(text: string): number {
    const said = heardFor(this.#stage, this.#channelId).filter((message) => message.text.includes(text));
    return new Set(said.map(({ messageId }) => messageId)).size;
  }

  /**
   * Resolves with the chat's id as soon as the desk's socket shows that the chat is offered to agents. The state is "unstaffed" if
   * the service has just restarted and no agent is connected yet.
   */
  async untilOffered(): Promise<string> {
    const frame = await this.#stage.agent.socket.until("the chat without its bot", (frame) => {
      const isTheirs = textAt(frame, "chat", "client", "id") === this.#customer.id;
      const isOffered = ["waiting", "unstaffed"].includes(textAt(frame, "chat", "state"));
      return at(frame, "type") === "chat" && isTheirs && isOffered;
    });
    return textAt(frame, "chat", "id");
  }

  /** Waits for a system message in the chat that fits, and resolves with its text. */
  async untilLine(chatId: string, fits: RegExp): Promise<string> {
    const frame = await this.#stage.agent.socket.until(`a line about the bot (${fits})`, (frame) => {
      const isLine = textAt(frame, "message", "from") === "system";
      return textAt(frame, "chatId") === chatId && isLine && fits.test(textAt(frame, "message", "text"));
    });
    return textAt(frame, "message", "text");
  }

  /** Waits for the first event of this name for the bot. */
  untilEvent(name: string): Promise<BotEvent> {
    const find = () => this.events.find((event) => event.name === name);
    return this.#stage.bots.facts.until(`an event ${name} at the bot`, find, undefined, patienceMs);
  }

  /** The number of different events of a name. */
  count(name: string): number {
    return new Set(this.events.flatMap((event) => (event.name === name ? [event.id] : []))).size;
  }
}
