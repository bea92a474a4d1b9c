import { setTimeout as pause } from "node:timers/promises";
import type { BotEvent, BotProvider } from "../../../../../src/demo/cast/bot.ts";
import { botToken, providerId } from "../cluster-config.ts";
import type { Door } from "../door.ts";

const lookEveryMs = 20;
/** One of this number of answers asks for an agent. */
const invitesEvery = 8;

export interface BotReply {
  readonly chatId: string;
  readonly text: string;
}

/** Answers each message that the bot receives from its clients, once, and repeats the request if needed. Sometimes it asks for an agent. */
export class AnsweringBot {
  /** Answers that were accepted with 200, in order. */
  readonly replies: BotReply[] = [];
  readonly #bot: BotProvider;
  readonly #door: Door;
  readonly #answers: (client: string) => boolean;
  readonly #known = new Set<string>();
  #looked = 0;
  #isOver = false;

  constructor(bot: BotProvider, door: Door, answers: (client: string) => boolean) {
    this.#bot = bot;
    this.#door = door;
    this.#answers = answers;
  }

  stop(): void {
    this.#isOver = true;
  }

  /** Resolves when all messages that the bot received before `stop` are answered. */
  async run(): Promise<void> {
    for (;;) {
      const told = this.#bot.events[this.#looked];
      if (told === undefined && this.#isOver) return;
      if (told === undefined) await pause(lookEveryMs);
      else {
        this.#looked += 1;
        await this.#take(told);
      }
    }
  }

  async #take({ id, what, client, body }: BotEvent): Promise<void> {
    const { event, chat_id: chatId } = JSON.parse(body);
    if (event !== "CLIENT_MESSAGE" || !this.#answers(client) || this.#known.has(id)) return;
    this.#known.add(id);
    if (this.#known.size % invitesEvery === 0) return this.#post({ event: "INVITE_AGENT", chat_id: chatId }, id);
    const text = `bot: ${what}`;
    await this.#post({ event: "BOT_MESSAGE", chat_id: chatId, message: { type: "TEXT", text } }, id);
    this.replies.push({ chatId, text });
  }

  async #post(event: object, key: string): Promise<void> {
    const headers = { "idempotency-key": key };
    const path = `/bots/webhooks/${providerId}/${botToken}`;
    await this.#door.insist([200], path, { method: "POST", body: JSON.stringify(event), headers });
  }
}
