import type { AgentId } from "../../../../machines/ids.ts";
import type { ApiKeyFacts } from "../../../ports/store.ts";
import type { LiveLink } from "../live-link.ts";

/** The owner of a link, known after its hello. */
export interface LinkOwner {
  readonly agentId: AgentId;
  readonly sessionId: string;
  /** Set for an API key: a program that only reads, so the agent is not present. */
  readonly key: ApiKeyFacts | null;
}

/** The session of a browser's cookie; `refusal` is the reason why it is not accepted. */
export interface CookieSession {
  /** The address group, as `addressGroup` names it. */
  readonly group: string;
  readonly token: string | undefined;
  readonly refusal: string | null;
}

/** A hello named a live session. Its agent is being notified, and the desk receives missed entries. */
export interface GreetingDesk {
  readonly name: "greeting";
  readonly owner: LinkOwner;
  /** The rights of the agent changed while the link received missed entries. */
  isOutdated: boolean;
  /** The agent's latest switch; it is carried out when the link is live. */
  wantedAvailability: boolean | null;
}

/** The missed entries are sent, and the link receives published frames. */
export interface LiveDesk {
  readonly name: "live";
  readonly owner: LinkOwner;
  /** Its subscriptions. */
  topics: ReadonlySet<string>;
  /** The agent's latest switch that is not carried out yet. */
  wantedAvailability: boolean | null;
}

/** The agent's actor already knows of the end, so the close is not reported. */
interface ClosingDesk {
  readonly name: "closing";
}

export type DeskSession = GreetingDesk | LiveDesk | ClosingDesk;

/** One desk's socket. The agent's presence counts links by their id. */
export type DeskLink = LiveLink<CookieSession, DeskSession>;

/** `null` for a link without an owner: before its hello, and at its end. */
export const ownerOf = ({ state }: DeskLink): LinkOwner | null =>
  state.name === "greeting" || state.name === "live" ? state.owner : null;

/** Subscribes to exactly these topics, without a gap for topics that stay. */
export function listenTo(link: DeskLink, live: LiveDesk, topics: ReadonlySet<string>): void {
  const before = live.topics;
  live.topics = topics;
  for (const topic of before) if (!topics.has(topic)) link.unsubscribe(topic);
  for (const topic of topics) if (!before.has(topic)) link.subscribe(topic);
}
