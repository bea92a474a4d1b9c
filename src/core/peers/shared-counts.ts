import type { Clock } from "../../ports/clock.ts";
import type { Peers } from "../../ports/peers.ts";

/** Adds the amount that one process counted of a key, for the other processes. */
export type AddCount = (key: string, amount: number) => void;

/** One limit for all processes together. */
export interface SharedCount {
  /** Name of the limit; the same in every process. */
  readonly name: string;
  /** `soon`: counts are gathered before they are sent; `at once`: each is sent separately. */
  readonly sent: "soon" | "at once";
  /** Adds what another process counted. */
  readonly take: AddCount;
}

/**
 * Counts that every process keeps for all processes: each sends its own counts, and adds those of the others. The counts are not
 * stored.
 */
export interface SharedCounts {
  /** Returns the function that sends counts of this process; `null` for a process that is alone on its store. */
  share(count: SharedCount): AddCount | null;
}

export interface SharedCountsParts {
  readonly peers: Peers;
  readonly clock: Clock;
}

/** The delay until the counts are sent to the other processes. The time on the network is added to it. */
export const countsSentAfterMs = 100;

type SentCounts = readonly (readonly [name: string, key: string, amount: number])[];

/** Used by a process that is alone on its store. */
export const ownCounts: SharedCounts = { share: () => null };

export function createSharedCounts({ peers, clock }: SharedCountsParts): SharedCounts {
  if (peers.isAlone) return ownCounts;
  const takers = new Map<string, AddCount>();
  let waiting = new Map<string, Map<string, number>>();
  peers.hear("rates", (text) => {
    const counts: SentCounts = JSON.parse(text);
    for (const [name, key, amount] of counts) takers.get(name)?.(key, amount);
  });
  const send = (counts: SentCounts): void => void peers.tell("rates", JSON.stringify(counts));
  const sendWaiting = (): void => {
    const all = [...waiting].flatMap(([name, amounts]) =>
      [...amounts].map(([key, amount]) => [name, key, amount] as const),
    );
    waiting = new Map();
    send(all);
  };
  return {
    share({ name, sent, take }) {
      takers.set(name, take);
      if (sent === "at once") return (key, amount) => send([[name, key, amount]]);
      return (key, amount) => {
        if (waiting.size === 0) clock.wakeAt(clock.nowMs() + countsSentAfterMs, sendWaiting);
        const amounts = waiting.get(name) ?? new Map<string, number>();
        waiting.set(name, amounts);
        amounts.set(key, (amounts.get(key) ?? 0) + amount);
      };
    },
  };
}

/** One limit, for code that creates it without knowing of other processes. */
export interface SharedAs {
  readonly counts: SharedCounts;
  readonly name: string;
}
