import type { Clock } from "../../ports/clock.ts";
import type { Peers, PeerTopic } from "../../ports/peers.ts";
import { within } from "../within.ts";

/** Sends changes to other processes, and knows when all of them have applied the changes. */
export interface HeardNews {
  /** Resolves when every living process has applied the news; after 3.5 s at the latest. At once in a process that is alone. */
  tell(news: string): Promise<void>;
}

export interface HeardNewsParts {
  readonly peers: Peers;
  readonly clock: Clock;
  /** A topic that no other part uses. */
  readonly topic: PeerTopic;
  /** Applies the news of another process. */
  take(news: string): Promise<void>;
}

/**
 * A process that answers later was frozen or cut off. By then, after 3 s, it is `isBehind` and serves no requests until it has
 * reread the changes that it missed.
 */
const heardWithinMs = 3_500;

type Said = { readonly ask: number; readonly news: string } | { readonly heard: number; readonly by: string };

/** The processes that must apply one piece of news. */
interface Asked {
  readonly missing: Set<string>;
  readonly done: () => void;
}

export function createHeardNews({ peers, clock, topic, take }: HeardNewsParts): HeardNews {
  let last = 0;
  const asked = new Map<number, Asked>();
  const isHeard = (number: number, by: string): void => {
    const one = asked.get(number);
    one?.missing.delete(by);
    if (one?.missing.size === 0) one.done();
  };
  peers.hear(topic, (text, from) => {
    const said: Said = JSON.parse(text);
    if ("news" in said) {
      const answer = (): void => void peers.tell(topic, JSON.stringify({ heard: said.ask, by: from } satisfies Said));
      take(said.news).then(answer, answer);
    } else if (said.by === peers.id) isHeard(said.heard, from);
  });
  peers.onLost(({ id }) => {
    for (const number of asked.keys()) isHeard(number, id);
  });
  return {
    async tell(news) {
      if (peers.isAlone) return;
      last += 1;
      const ask = last;
      const missing = new Set(peers.living().filter((id) => id !== peers.id));
      const heard = new Promise<void>((done) => {
        asked.set(ask, { missing, done });
        if (missing.size === 0) done();
      });
      await peers.tell(topic, JSON.stringify({ ask, news } satisfies Said));
      await within(clock, heardWithinMs, heard);
      asked.delete(ask);
    },
  };
}
