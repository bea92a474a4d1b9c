import type { Conversation } from "../conversation.ts";

/** Let go of at once when too many are live, so that looking for them is rare. */
const trimShare = 0.01;

/**
 * The conversations whose actors stay live from one turn to the next, the least recently stepped first. A live one holds
 * XState's snapshot beside what it decided; to make that anew takes some microseconds. Whoever comes back before as many others as may
 * be live stays; the actor of any other is let go right after its turn, still young, when collecting it costs nothing.
 */
export class LiveConversations {
  readonly #max: number;
  readonly #staying = new Set<Conversation>();
  #steps = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#staying.size;
  }

  /** These are stepped next. */
  touch(batch: readonly Conversation[]): void {
    for (const conversation of batch) {
      this.#steps += 1;
      const isBackSoon = conversation.lastStep > 0 && this.#steps - conversation.lastStep <= this.#max;
      conversation.lastStep = this.#steps;
      if (!isBackSoon) continue;
      conversation.staysLive = true;
      this.#staying.delete(conversation);
      this.#staying.add(conversation);
    }
    if (this.#staying.size > this.#max) this.#trim();
  }

  /** It leaves memory. */
  delete(conversation: Conversation): void {
    this.#staying.delete(conversation);
  }

  #trim(): void {
    const keep = Math.floor(this.#max * (1 - trimShare));
    for (const conversation of this.#staying) {
      if (this.#staying.size <= keep) return;
      this.#staying.delete(conversation);
      conversation.staysLive = false;
      conversation.rest();
    }
  }
}
