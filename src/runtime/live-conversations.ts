import type { Conversation } from "./conversation.ts";

/** Let go of at once when too many are live, so that looking for them is rare. */
const trimShare = 0.01;

/**
 * The conversations whose actors are live, the least recently stepped first. An actor costs about 4 KB; without it a
 * conversation still answers from memory, after some microseconds in which its actor is made anew.
 */
export class LiveConversations {
  readonly #max: number;
  readonly #inOrder = new Set<Conversation>();

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#inOrder.size;
  }

  /** These are stepped now. */
  touch(batch: readonly Conversation[]): void {
    for (const conversation of batch) {
      this.#inOrder.delete(conversation);
      this.#inOrder.add(conversation);
    }
    if (this.#inOrder.size > this.#max) this.#trim();
  }

  /** Its actors are gone. */
  delete(conversation: Conversation): void {
    this.#inOrder.delete(conversation);
  }

  #trim(): void {
    const keep = Math.floor(this.#max * (1 - trimShare));
    for (const conversation of this.#inOrder) {
      if (this.#inOrder.size <= keep) return;
      if (!conversation.isIdle) continue;
      conversation.letActorsGo();
      this.#inOrder.delete(conversation);
    }
  }
}
