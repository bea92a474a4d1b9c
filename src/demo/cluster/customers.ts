import { randomUUID } from "node:crypto";
import { passed } from "../time.ts";
import type { ThreeNodes } from "./three-nodes.ts";

/** A customer who writes one message after the other. Each message is retried until it is answered 200. */
export class Customer {
  readonly id: string;
  /** The messages that were answered 200, in order. */
  readonly said: string[] = [];
  readonly #nodes: ThreeNodes;
  readonly #path: string;
  #isOver = false;

  constructor(id: string, nodes: ThreeNodes, path: string) {
    this.id = id;
    this.#nodes = nodes;
    this.#path = path;
  }

  /** Writes messages until `stop` is called. Resolves when the last message is answered. */
  async write(textOf: (number: number) => string, everyMs: number): Promise<void> {
    for (let number = 1; !this.#isOver; number += 1) {
      const text = textOf(number);
      const body = { sender: { id: this.id, name: this.id }, message: { type: "text", text } };
      const call = { method: "POST", path: this.#path, body, idempotencyKey: randomUUID() } as const;
      const { status, body: answer } = await this.#nodes.call(call);
      if (status !== 200) throw new Error(`Expected 200 for "${text}", got ${status} ${JSON.stringify(answer)}`);
      this.said.push(text);
      await passed(everyMs);
    }
  }

  stop(): void {
    this.#isOver = true;
  }
}
