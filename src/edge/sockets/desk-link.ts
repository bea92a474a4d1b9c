import type { AgentId } from "../../../machines/ids.ts";
import type { Wake } from "../../ports/clock.ts";
import { LiveLink } from "./live-link.ts";

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

/** What a socket carries: the server underneath copies fields, not objects of a class. */
export interface LinkHolder {
  readonly link: DeskLink;
}

/** One desk's socket. The agent's presence counts links by their id. */
export class DeskLink extends LiveLink<LinkHolder> {
  /** What the browser said of its session when it opened the link. */
  readonly cookie: CookieSession;
  /** `null` until the first frame named a live session. */
  owner: LinkOwner | null = null;
  /** Ends a link that says no hello. */
  helloWake: Wake | null = null;
  /** What was missed is sent: the link takes part. */
  isLive = false;
  /** What the agent may see changed while the link was told what it had missed. */
  isOutdated = false;
  /** The latest switch of the agent that is not carried out yet. */
  wantedAvailability: boolean | null = null;
  /** The agent was told of its end otherwise: the close is no news. */
  isWrittenOff = false;
  /** `null` until it listens. */
  #topics: ReadonlySet<string> | null = null;
  #drainWaiters: (() => void)[] = [];

  constructor(id: string, cookie: CookieSession) {
    super(id);
    this.cookie = cookie;
  }

  override detach(): void {
    super.detach();
    this.wakeDrained();
  }

  /** From its first call on the link gets what is published, without a gap for topics that it keeps. */
  listenTo(topics: ReadonlySet<string>): void {
    const before = this.#topics ?? new Set();
    this.#topics = topics;
    for (const topic of before) if (!topics.has(topic)) this.unsubscribe(topic);
    for (const topic of topics) if (!before.has(topic)) this.subscribe(topic);
  }

  get isListening(): boolean {
    return this.#topics !== null;
  }

  /** Resolves when the peer took something, or the link closed. */
  whenDrained(): Promise<void> {
    if (!this.isOpen) return Promise.resolve();
    return new Promise((resolve) => this.#drainWaiters.push(resolve));
  }

  wakeDrained(): void {
    for (const wake of this.#drainWaiters.splice(0)) wake();
  }
}
