import { setTimeout as pause } from "node:timers/promises";
import { random as secret } from "../cluster-config.ts";
import type { Door } from "../door.ts";

const pauseMsMax = 250;

export interface CustomerParts {
  readonly id: string;
  readonly channelId: string;
  readonly door: Door;
  readonly random: () => number;
}

/** A client of a customer system. It sends one message after the other, and repeats each with its `Idempotency-Key` until it gets 200. */
export class RepeatingCustomer {
  readonly id: string;
  readonly channelId: string;
  /** Every text answered with 200, in order. */
  readonly said: string[] = [];
  readonly #parts: CustomerParts;
  #isOver = false;

  constructor(parts: CustomerParts) {
    this.id = parts.id;
    this.channelId = parts.channelId;
    this.#parts = parts;
  }

  /** Stops after the current message is finished. */
  stop(): void {
    this.#isOver = true;
  }

  async run(): Promise<void> {
    const { id, channelId, door, random } = this.#parts;
    for (let number = 1; !this.#isOver; number += 1) {
      const text = `${id} ${number}`;
      const body = JSON.stringify({ sender: { id, name: id }, message: { type: "text", text } });
      const headers = { "idempotency-key": text.replaceAll(" ", "-") };
      await door.insist([200], `/chat-api/${secret}/${channelId}`, { method: "POST", body, headers });
      this.said.push(text);
      await pause(random() * pauseMsMax);
    }
  }
}
