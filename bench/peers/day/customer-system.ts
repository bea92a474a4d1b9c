import type { Arrival } from "../../load/day/day-orders.ts";
import { sharedNowMs } from "../../load/day/shared-clock.ts";

/** What the service posts to the customer system. */
export interface Delivered {
  readonly recipient: { readonly id: string };
  readonly message: { readonly id: string; readonly text: string };
}

/** How a request is answered: at once, late, or with a 500. */
export type Mood = "prompt" | "slow" | "failing";

/** A slow and unreliable part of the system serves customers c7, c17, … */
const slowPattern = /^c\d*7$/;
/** One message in this many of that part fails at its first attempt. */
const failsEvery = 4;
export const slowAfterMs = 250;

export const isOfSlowPart = (recipient: string): boolean => slowPattern.test(recipient);

/** A customer system that records every request. One part is slow and fails a message at most once, within its three attempts. */
export class CustomerSystem {
  readonly arrivals: Arrival[] = [];
  readonly #seen = new Set<string>();

  /** Also returns whether the message arrives for the first time. */
  take(channelId: string, { recipient, message }: Delivered): { readonly mood: Mood; readonly isFirst: boolean } {
    const isFirst = !this.#seen.has(message.id);
    this.#seen.add(message.id);
    this.arrivals.push({
      channelId,
      recipient: recipient.id,
      messageId: message.id,
      text: message.text,
      atMs: sharedNowMs(),
    });
    return { mood: this.#moodOf(recipient.id, message.id, isFirst), isFirst };
  }

  #moodOf(recipient: string, messageId: string, isFirst: boolean): Mood {
    if (!isOfSlowPart(recipient)) return "prompt";
    return isFirst && Number.parseInt(messageId.slice(-2), 16) % failsEvery === 0 ? "failing" : "slow";
  }
}
