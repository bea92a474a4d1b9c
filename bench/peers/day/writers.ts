import { createRandom } from "../../../test/system/harness/random.ts";
import type { Writer } from "../../load/day/day-orders.ts";

interface Writing {
  readonly name: string;
  readonly at: number;
  sent: number;
  answered: number;
  /** A message of theirs has no answer yet, or got none: whether that was taken is not known, so they write no more. */
  isBusy: boolean;
}

/** Customers who write one message after the other: never two at once, so that the order of each is known. */
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

  /** Anybody who can write now; `null` when nobody can. */
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
