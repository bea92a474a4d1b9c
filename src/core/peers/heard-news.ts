import type { Clock } from "../../ports/clock.ts";
import type { Peers, PeerTopic } from "../../ports/peers.ts";
import { within } from "../within.ts";

/** Tells other processes of changes, and knows when all of them have taken them in. */
export interface HeardNews {
  /** Resolves when every living process has done what it does about it; at the latest after 3.5 s. Alone at once. */
  tell(news: string): Promise<void>;
}

export interface HeardNewsParts {
  readonly peers: Peers;
  readonly clock: Clock;
  /** On which nobody else speaks. */
  readonly topic: PeerTopic;
  /** What this process does about the news of another one. */
  take(news: string): Promise<void>;
}

/** Who answers no sooner stood still or is cut off. It is `isBehind` by then, which takes 3 s, and serves nobody before it has read what it missed. */
const heardWithinMs = 3_500;

type Said = { readonly ask: number; readonly news: string } | { readonly heard: number; readonly by: string };

/** Of who has to hear one piece of news. */
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
