import type { PublishCallEffect } from "../../../machines/call/call.machine.ts";
import type { PublishTypingEffect, SendTypingEffect } from "../../../machines/chat/chat.types.ts";
import type { ActorKey, ConversationKey } from "../../../machines/ids.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Peers, PeerTopic } from "../../ports/peers.ts";
import type { VisitorPlace } from "./entering-visitors.ts";
import type { ViewerNews } from "./feed-frames.ts";

/** The updates that are not stored, as plain data. */
export interface Relayed {
  /** Somebody types in a chat: to desks. */
  readonly typing: { readonly actor: ActorKey; readonly effect: PublishTypingEffect };
  /** The same to the visitor of the chat. */
  readonly visitorTyping: SendTypingEffect;
  /** To desks, and to the list of running calls. */
  readonly call: { readonly conversation: ConversationKey; readonly effect: PublishCallEffect };
  /** Number of an offline message. */
  readonly offline: number;
  /** To administrators only. */
  readonly unseen: null;
  /** An agent has a chat open: to desks. */
  readonly viewer: ViewerNews;
  /** Desks of the sending node listen. */
  readonly listening: null;
  /** A frame for all pages of a visitor. */
  readonly visitorFrame: { readonly visitor: VisitorPlace; readonly frame: string };
}

type Kind = keyof Relayed;

/**
 * Shows updates that are not stored on every node. A disconnected node never receives the updates that it missed. They are true
 * only for a short time, or the next reader reads their row.
 */
export interface Relay {
  /**
   * Sets how this node shows this kind. The returned function shows an update here, at once, and on every other node. Call it once
   * for each kind.
   */
  everywhere<One extends Kind>(kind: One, show: (what: Relayed[One]) => void): (what: Relayed[One]) => void;
  /** The same, but the returned function sends only to other nodes: this node shows the update itself. */
  elsewhere<One extends Kind>(kind: One, show: (what: Relayed[One]) => void): (what: Relayed[One]) => void;
}

/** The topic of each kind. */
const topicOf = (kind: Kind): PeerTopic => (kind === "visitorFrame" ? "visitor" : "relay");

export function createRelay(peers: Peers): Relay {
  const shows = new Map<string, (what: never) => void>();
  const hear = (text: string): void => {
    const [kind, what]: readonly [string, never] = JSON.parse(text);
    // A later version may send other kinds.
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

const tellEveryMs = 5_000;
/** Longer than the interval of announcements, so that a desk with few updates stays known. */
const trustedMs = 60_000;

/** Whether desks of other nodes listen: then it is worth encoding frames once for all of them. Only the cost depends on it. */
export interface Listening {
  readonly isElsewhere: boolean;
  /** Call it when a desk of this node receives an update. */
  note(): void;
}

export function createListening({ relay, clock }: { readonly relay: Relay; readonly clock: Clock }): Listening {
  let elsewhereUntilMs = Number.NEGATIVE_INFINITY;
  let announcedAtMs = Number.NEGATIVE_INFINITY;
  const tell = relay.elsewhere("listening", () => {
    elsewhereUntilMs = clock.nowMs() + trustedMs;
  });
  return {
    get isElsewhere() {
      return clock.nowMs() < elsewhereUntilMs;
    },
    note() {
      const nowMs = clock.nowMs();
      if (nowMs - announcedAtMs < tellEveryMs) return;
      announcedAtMs = nowMs;
      tell(null);
    },
  };
}
