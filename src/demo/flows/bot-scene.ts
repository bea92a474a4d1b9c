import type { Bot } from "../bot/bot.ts";
import type { ParleyEvent } from "../bot/bot-event.ts";
import { at, textAt } from "../json.ts";
import { nowMs, within } from "../time.ts";
import type { FlowLog } from "../transcript/flow-log.ts";
import { Heard } from "./heard.ts";
import type { Customer, Stage } from "./stage.ts";
import { okAnswer } from "./stage.ts";

type Known = Exclude<ParleyEvent, { kind: "unknown" }>;
type Arrival = Known & { readonly atMs: number };

const patienceMs = 30_000;

/** A customer on a channel with a bot, and everything that the customer system and the bot receive. */
export class BotScene {
  readonly bot: Bot;
  /** The messages that the service posted to the customer system. */
  readonly heard = new Heard();
  /** The events that the service sent to the bot, repeats included. */
  readonly events: Arrival[] = [];
  readonly #stage: Stage;
  readonly #channelId: string;
  readonly #customer: Customer;
  readonly #log: FlowLog;
  readonly #waiters = new Set<() => void>();
  #said = 0;

  /** `hear` is called for each event for the bot, before the bot answers. */
  constructor(
    stage: Stage,
    channelId: string,
    customer: Customer,
    log: FlowLog,
    hear: (event: Known) => void = () => undefined,
  ) {
    this.#stage = stage;
    this.#channelId = channelId;
    this.#customer = customer;
    this.#log = log;
    this.bot = stage.bots.find(channelId);
    this.bot.follow(log, (event) => {
      if (event.kind === "unknown") return;
      this.events.push({ ...event, atMs: nowMs() });
      hear(event);
      for (const look of [...this.#waiters]) look();
    });
    stage.endpoints.play(channelId, {
      log,
      receive: (message) => {
        this.heard.add(message);
        return okAnswer;
      },
    });
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
    await this.heard.until(answer);
    return nowMs() - atMs;
  }

  /**
   * Resolves with the chat's id as soon as the desk's socket shows that the chat is offered to agents. The state is "unstaffed" if
   * the service has just restarted and no agent is connected yet.
   */
  async untilOffered(): Promise<string> {
    const frame = await this.#stage.agent.until("the chat without its bot on the desk's socket", (frame) => {
      const isTheirs = textAt(frame, "chat", "client", "id") === this.#customer.id;
      const isOffered = ["waiting", "unstaffed"].includes(textAt(frame, "chat", "state"));
      return at(frame, "type") === "chat" && isTheirs && isOffered;
    });
    return textAt(frame, "chat", "id");
  }

  /** Waits for a system message in the chat that fits, and resolves with its text. */
  async untilLine(chatId: string, fits: RegExp): Promise<string> {
    const frame = await this.#stage.agent.until(`a line about the bot (${fits}) on the desk's socket`, (frame) => {
      const isLine = textAt(frame, "message", "from") === "system";
      return textAt(frame, "chatId") === chatId && isLine && fits.test(textAt(frame, "message", "text"));
    });
    return textAt(frame, "message", "text");
  }

  /** Waits for the first event of a kind for the bot. */
  untilTold(kind: Known["kind"]): Promise<Arrival> {
    const coming = new Promise<Arrival>((resolve) => {
      const look = (): void => {
        const found = this.events.find((event) => event.kind === kind);
        if (found === undefined) return;
        this.#waiters.delete(look);
        resolve(found);
      };
      this.#waiters.add(look);
      look();
    });
    return within(patienceMs, `an event "${kind}" at the bot`, coming);
  }

  /** The number of different events of a kind. */
  count(kind: Known["kind"]): number {
    return new Set(this.events.flatMap((event) => (event.kind === kind ? [event.id] : []))).size;
  }
}
