import type { PublishCallEffect } from "../../../machines/call/call.types.ts";
import type { PublishTypingEffect, SendTypingEffect } from "../../../machines/chat/chat.types.ts";
import type { ActorKey, ConversationKey } from "../../../machines/ids.ts";
import type { Peers, PeerTopic } from "../../ports/peers.ts";
import type { VisitorPlace } from "./entering-visitors.ts";

/** What is shown as it happens and stored nowhere, each as plain data. */
export interface Relayed {
  /** Somebody types in a chat: to desks. */
  readonly typing: { readonly actor: ActorKey; readonly effect: PublishTypingEffect };
  /** The same to the visitor of the chat. */
  readonly visitorTyping: SendTypingEffect;
  /** To desks, and for whoever counts the calls that run. */
  readonly call: { readonly conversation: ConversationKey; readonly effect: PublishCallEffect };
  /** Number of an offline message. */
  readonly offline: number;
  /** To administrators alone. */
  readonly unseen: null;
  /** Desks of the node that tells listen. */
  readonly listening: null;
  /** A frame for all pages of a visitor. */
  readonly visitorFrame: { readonly visitor: VisitorPlace; readonly frame: string };
}

type Kind = keyof Relayed;

/**
 * Has every node show what is stored nowhere. Whoever missed it while it was cut off never gets it: none of it is true for long, or its row is
 * read by whoever looks.
 */
export interface Relay {
  /** Says how this node shows it. What is answered shows it here, at once, and on every other node. To be called once for each kind. */
  everywhere<One extends Kind>(kind: One, show: (what: Relayed[One]) => void): (what: Relayed[One]) => void;
  /** The same where only others are to be told: this node shows it by itself. */
  elsewhere<One extends Kind>(kind: One, show: (what: Relayed[One]) => void): (what: Relayed[One]) => void;
}

/** What stands in no topic of its own. */
const topicOf = (kind: Kind): PeerTopic => (kind === "visitorFrame" ? "visitor" : "relay");

export function createRelay(peers: Pick<Peers, "isAlone" | "tell" | "hear">): Relay {
  const shows = new Map<string, (what: never) => void>();
  const hear = (text: string): void => {
    const [kind, what]: readonly [string, never] = JSON.parse(text);
    // A later version may tell of more.
    shows.get(kind)?.(what);
  };
  peers.hear("relay", hear);
  peers.hear("visitor", hear);
  const elsewhere: Relay["elsewhere"] = (kind, show) => {
    shows.set(kind, show);
    if (peers.isAlone) return () => undefined;
    return (what) => void peers.tell(topicOf(kind), JSON.stringify([kind, what]));
  };
  return {
    elsewhere,
    everywhere(kind, show) {
      const tell = elsewhere(kind, show);
      if (peers.isAlone) return show;
      return (what) => {
        tell(what);
        show(what);
      };
    },
  };
}
