import { createRandom } from "../../../test/system/harness/random.ts";
import type { Writer } from "../../load/day/day-orders.ts";

interface Writing {
  readonly name: string;
  readonly at: number;
  sent: number;
  answered: number;
  /** A message has no answer yet, or got none. In the second case its outcome is unknown, and the writer stops. */
  isBusy: boolean;
}

/** Customers who write one message after the other, never two at once, so that the order of each customer's messages is known. */
export class Writers {
  readonly #all: readonly Writing[];
  readonly #random: () => number;

  constructor(prefix: string, count: number, seed: number) {
    this.#all = Array.from({ length: count }, (_, at) => ({
      name: `${prefix}${at}`,
      at,
      sent: 0,
      answered: 0,
      isBusy: false,
    }));
    this.#random = createRandom(seed);
  }

  /** Returns a customer who can write now; `null` when no customer can. */
  next(): Writing | null {
    const first = Math.floor(this.#random() * this.#all.length);
    for (let step = 0; step < this.#all.length; step += 1) {
      const writer = this.#all[(first + step) % this.#all.length];
      if (writer !== undefined && !writer.isBusy) return writer;
    }
    return null;
  }

  report(): readonly Writer[] {
    return this.#all.map(({ name, sent, answered }) => ({ name, sent, answered }));
  }
}
