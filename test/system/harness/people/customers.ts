import { Client } from "undici";
import { Facts } from "../../../../src/demo/cast/facts.ts";
import type { Installation } from "../service/installation.ts";
import { channelPath } from "../service/installation.ts";

export interface Answered {
  readonly status: number;
  readonly body: string;
}
interface AnsweredRequest extends Answered {
  readonly requestId: string;
}

const messageOf = (senderId: string, text: string): string =>
  JSON.stringify({ sender: { id: senderId }, message: { type: "text", text } });

/** Sends a customer's message over a separate connection. Every answer is accepted. */
export async function post(url: string, senderId: string, text: string): Promise<Answered> {
  const answer = await fetch(url + channelPath, { method: "POST", body: messageOf(senderId, text) });
  return { status: answer.status, body: await answer.text() };
}

/** Sends a customer's message that must be accepted. */
export async function say(url: string, senderId: string, text: string): Promise<void> {
  const { status, body } = await post(url, senderId, text);
  if (status !== 200) throw new Error(`Expected 200 for "${text}", got ${status} ${body}`);
}

/**
 * One customer on one persistent connection. It sends one message after the other, each as soon as the last was answered. No text
 * is sent twice.
 */
export class Sender {
  readonly id: string;
  /** All sent texts, in order; then the texts that were answered 200. */
  readonly sent: string[] = [];
  readonly answered: string[] = [];
  /** The service's request ids of the messages that were answered 200. */
  readonly requestIds: string[] = [];
  /** Answers that were not 200. */
  readonly refused: (Answered & { readonly text: string })[] = [];
  /** Changes with every answer. */
  readonly facts = new Facts();
  readonly #installation: Installation;
  /** The end of every text. */
  readonly #padding: string;
  #isOver = false;

  constructor(installation: Installation, id: string, padding = "") {
    this.#installation = installation;
    this.id = id;
    this.#padding = padding;
  }

  /** Resolves when the message in progress has ended after `stop`. */
  async run(): Promise<void> {
    const client = new Client(this.#installation.url);
    for (let number = 1; !this.#isOver; number += 1) {
      await this.#installation.whenServing();
      const text = `${this.id} ${number}${this.#padding}`;
      this.sent.push(text);
      const answer = await this.#send(client, text);
      if (answer?.status === 200) {
        this.answered.push(text);
        this.requestIds.push(answer.requestId);
      } else if (answer !== null) this.refused.push({ ...answer, text });
      this.facts.changed();
    }
    await client.destroy();
  }

  stop(): void {
    this.#isOver = true;
  }

  /** Returns `null` if the connection broke; then the outcome of the message is unknown. */
  async #send(client: Client, text: string): Promise<AnsweredRequest | null> {
    try {
      const body = messageOf(this.id, text);
      const answer = await client.request({ method: "POST", path: channelPath, body });
      return {
        status: answer.statusCode,
        body: await answer.body.text(),
        requestId: String(answer.headers["x-request-id"]),
      };
    } catch {
      return null;
    }
  }
}
