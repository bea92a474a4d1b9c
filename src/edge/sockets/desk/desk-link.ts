import type { AgentId } from "../../../../machines/ids.ts";
import type { LiveLink } from "../live-link.ts";

/** Whose link it is, once it said hello. */
export interface LinkOwner {
  readonly agentId: AgentId;
  readonly sessionId: string;
}

/** The session of a browser's cookie; `refusal` says why it does not count. */
export interface CookieSession {
  readonly token: string | undefined;
  readonly refusal: string | null;
}

/** A hello named a live session; its agent is told, and the desk what it missed. */
export interface GreetingDesk {
  readonly name: "greeting";
  readonly owner: LinkOwner;
  /** What the agent may see changed while the link was told what it had missed. */
  isOutdated: boolean;
  /** The latest switch of the agent; it is carried out once the link is live. */
  wantedAvailability: boolean | null;
}

/** What was missed is sent: the link hears what is published. */
export interface LiveDesk {
  readonly name: "live";
  readonly owner: LinkOwner;
  /** What it hears. */
  topics: ReadonlySet<string>;
  /** The latest switch of the agent that is not carried out yet. */
  wantedAvailability: boolean | null;
}

/** The agent was told of its end otherwise: the close is no news. */
interface ClosingDesk {
  readonly name: "closing";
}

export type DeskSession = GreetingDesk | LiveDesk | ClosingDesk;

/** One desk's socket. The agent's presence counts links by their id. */
export type DeskLink = LiveLink<CookieSession, DeskSession>;

/** `null` for a link that is nobody's: before its hello, and at its end. */
export const ownerOf = ({ state }: DeskLink): LinkOwner | null =>
  state.name === "greeting" || state.name === "live" ? state.owner : null;

/** Hears these and nothing else from now on, without a gap for topics that it keeps. */
export function listenTo(link: DeskLink, live: LiveDesk, topics: ReadonlySet<string>): void {
  const before = live.topics;
  live.topics = topics;
  for (const topic of before) if (!topics.has(topic)) link.unsubscribe(topic);
  for (const topic of topics) if (!before.has(topic)) link.subscribe(topic);
}
