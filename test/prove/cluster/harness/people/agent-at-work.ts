import { setTimeout as pause } from "node:timers/promises";
import type { Desk } from "../../../../system/harness/people/desk.ts";
import type { Door } from "../door.ts";

const lookEveryMs = 30;
const repliesPerChat = 2;
const replyPauseMsMax = 300;

export interface AgentReply {
  readonly chatId: string;
  readonly text: string;
  readonly messageId: string;
}

/** Accepts every chat that its desk shows as waiting, as its colleagues do. The agent that gets the chat replies twice and closes it. */
export class AgentAtWork {
  readonly id: number;
  readonly desk: Desk;
  /** Chats whose acceptance was answered with 200. */
  readonly accepted: string[] = [];
  /** How often a colleague was faster. */
  late = 0;
  /** Replies that were answered with 202, in order. */
  readonly replies: AgentReply[] = [];
  readonly #door: Door;
  readonly #random: () => number;
  readonly #tried = new Set<string>();
  #isOver = false;

  constructor(id: number, desk: Desk, door: Door, random: () => number) {
    this.id = id;
    this.desk = desk;
    this.#door = door;
    this.#random = random;
  }

  /** Stops after the current chat is finished. */
  stop(): void {
    this.#isOver = true;
  }

  get hasWork(): boolean {
    return this.#next() !== undefined;
  }

  async run(): Promise<void> {
    while (!this.#isOver) {
      const chatId = this.#next();
      if (chatId === undefined) await pause(lookEveryMs);
      else await this.#take(chatId);
    }
  }

  #next(): string | undefined {
    for (const { id, state } of this.desk.chats.values()) if (state === "waiting" && !this.#tried.has(id)) return id;
    return undefined;
  }

  async #take(chatId: string): Promise<void> {
    const { api } = this.desk;
    this.#tried.add(chatId);
    const accepting = await this.#door.repeat([200, 409], `accept ${chatId}`, () => api.accept(chatId));
    if (accepting.status === 409) {
      this.late += 1;
      return;
    }
    this.accepted.push(chatId);
    for (let number = 1; number <= repliesPerChat; number += 1) {
      await pause(this.#random() * replyPauseMsMax);
      const text = `chat ${chatId} reply ${number}`;
      const key = `${chatId}-${number}`;
      const { body } = await this.#door.repeat([202], text, () => api.reply(chatId, text, key));
      this.replies.push({ chatId, text, messageId: body.message.id });
    }
    // An earlier close may have succeeded without a response.
    await this.#door.repeat([200, 409], `close ${chatId}`, () => api.close(chatId));
  }
}
