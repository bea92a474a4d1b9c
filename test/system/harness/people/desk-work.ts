import type { Installation } from "../service/installation.ts";
import { post } from "./customers.ts";
import type { Desk } from "./desk.ts";

const repliesPerChat = 3;
const surprisesMax = 20;

export interface AnsweredReply {
  readonly text: string;
  readonly messageId: string;
}

/**
 * An agent who serves one chat of a client after the other: accepts, replies, closes, and reopens every second chat for one more
 * reply. A step without an answer is repeated; a reply is repeated with the same idempotency key.
 */
export class DeskWork {
  /** The replies that were answered 202, in order, by chat id. */
  readonly replies = new Map<string, AnsweredReply[]>();
  /** Answers that no kill explains. */
  readonly surprises: string[] = [];
  readonly #installation: Installation;
  readonly #desk: Desk;
  #isOver = false;

  constructor(installation: Installation, desk: Desk) {
    this.#installation = installation;
    this.#desk = desk;
  }

  /** Lets the agents finish the chats in progress. */
  stop(): void {
    this.#isOver = true;
  }

  async run(clientId: string): Promise<void> {
    for (let round = 1; !this.#isOver; round += 1) await this.#takeChat(clientId, round);
  }

  async #takeChat(clientId: string, round: number): Promise<void> {
    const { api } = this.#desk;
    const question = `${clientId} asks ${round}`;
    await this.#insist([200], () => post(this.#installation.url, clientId, question));
    const chatId = await this.#desk.until(`"${question}"`, () => this.#chatOf(question));
    await this.#insist([200], () => api.accept(chatId));
    const replies: AnsweredReply[] = [];
    this.replies.set(chatId, replies);
    const reply = async (number: number): Promise<void> => {
      const text = `${clientId}/${round}/${number}`;
      const { body } = await this.#insist([202], () => api.reply(chatId, text, text));
      replies.push({ text, messageId: body.message.id });
    };
    for (let number = 1; number <= repliesPerChat; number += 1) await reply(number);
    // An earlier close may have been done without an answer, and so may a reopening.
    await this.#insist([200, 409], () => api.close(chatId));
    // One half of the clients reopen in the first round, the other half in the second.
    if (Number(clientId.at(-1)) % 2 === round % 2) return;
    await this.#insist([200, 409], () => api.reopen(chatId));
    await reply(repliesPerChat + 1);
    await this.#insist([200, 409], () => api.close(chatId));
  }

  #chatOf(question: string): string | undefined {
    for (const [chatId, shown] of this.#desk.shown) if (shown[0]?.message.text === question) return chatId;
    return undefined;
  }

  async #insist<Answer extends { readonly status: number; readonly body: unknown }>(
    statuses: readonly number[],
    step: () => Promise<Answer>,
  ): Promise<Answer> {
    for (;;) {
      await this.#installation.whenServing();
      const answer = await step().catch(() => null);
      if (answer !== null && statuses.includes(answer.status)) return answer;
      if (answer !== null) this.surprises.push(`${answer.status} ${JSON.stringify(answer.body)}`);
      if (this.surprises.length > surprisesMax) throw new Error(`Expected ${statuses}, got ${this.surprises.join()}`);
    }
  }
}
