import type { AgentId } from "../../../../machines/ids.ts";
import type { Result } from "../../../core/result.ts";
import { ok } from "../../../core/result.ts";
import type { Accounts } from "../../../domain/agent/accounts/accounts.ts";
import type { SessionChoice } from "../../../domain/agent/accounts/session-facts.ts";
import { noKey } from "../../routes/desk/desk-caller.ts";
import type { CloseCode } from "../close-codes.ts";
import { closeCodes } from "../close-codes.ts";
import type { DeskLink, LinkOwner } from "./desk-link.ts";
import { ownerOf } from "./desk-link.ts";
import type { DeskPresence } from "./desk-presence.ts";

/** Sessions of an agent that are being ended. */
export interface SessionsEnding {
  readonly agentId: AgentId;
  readonly isChosen: SessionChoice;
}

type EndedAccounts = Pick<Accounts, "sessionIdOf" | "logOut">;

/** Ends sessions and agents. The channels are notified before the sockets close, so the closes need no report. */
export class DeskEndings {
  readonly #accounts: EndedAccounts;
  readonly #presence: Pick<DeskPresence, "send">;
  readonly #links: () => Iterable<DeskLink>;
  /** No desk can enter with these sessions. */
  readonly #endings = new Set<SessionsEnding>();
  readonly #meanwhile = new Map<DeskLink, SessionsEnding[]>();

  /** `links` returns every open desk. */
  constructor(accounts: EndedAccounts, presence: Pick<DeskPresence, "send">, links: () => Iterable<DeskLink>) {
    this.#accounts = accounts;
    this.#presence = presence;
    this.#links = links;
  }

  /** Records the sessions that end while the owner of the link is looked up, until `forget`. */
  watch(link: DeskLink): void {
    this.#meanwhile.set(link, []);
  }

  forget(link: DeskLink): void {
    this.#meanwhile.delete(link);
  }

  /** Whether this session is being ended, or has ended since `watch`. */
  hasEnded(link: DeskLink, { agentId, sessionId }: LinkOwner): boolean {
    const ended = [...this.#endings, ...(this.#meanwhile.get(link) ?? [])];
    return ended.some((one) => one.agentId === agentId && one.isChosen(sessionId));
  }

  /**
   * Ends a session: the agent's presence on its sockets, the session itself, the sockets. Resolves when it is durable and
   * every channel of the agent is notified; fails without a change when the service is over its limits. Source: CH-13.
   */
  endSession(agentId: AgentId, token: string, cause: string): Promise<Result<void>> {
    const ended = this.#accounts.sessionIdOf(token);
    const end = async (): Promise<Result<void>> => {
      await this.#accounts.logOut(token);
      return ok(undefined);
    };
    return this.endSessions({ agentId, isChosen: (id) => id === ended }, end, cause);
  }

  /**
   * As `endSession`, for sessions of an agent that `end` ends durably. Returns the result of `end`. If `end` fails, these desks
   * are still closed and can reconnect with their sessions, because the agent's actor was notified that they are closed.
   */
  async endSessions(ending: SessionsEnding, end: () => Promise<Result<void>>, cause: string): Promise<Result<void>> {
    const { agentId, isChosen } = ending;
    this.#endings.add(ending);
    try {
      const links = this.#linksOf(agentId, isChosen);
      const sent = await this.#leave(agentId, links, cause);
      if (!sent.ok) return sent;
      let ended: Result<void> | null = null;
      try {
        ended = await end();
        if (ended.ok) this.#note(ending);
        return ended;
      } finally {
        if (ended?.ok) writeOff(links, "The session was logged out.");
        else writeOff(links, "The session could not be ended.", closeCodes.tryAgainLater);
      }
    } finally {
      this.#endings.delete(ending);
    }
  }

  /**
   * Closes an agent's sockets with 4401 and notifies its channels, as `endSession` does. Call it after its sessions have ended,
   * or else its desk reconnects. Programs with API keys stay.
   */
  async endAgent(agentId: AgentId, cause: string): Promise<Result<void>> {
    const isChosen = (): boolean => true;
    this.#note({ agentId, isChosen });
    const links = this.#linksOf(agentId, isChosen).filter((link) => !isOfKey(link));
    const sent = await this.#leave(agentId, links, cause);
    if (sent.ok) writeOff(links, "The agent's sessions have ended.");
    return sent;
  }

  /** Closes the desks of sessions that another process ended. Resolves when the agent's channels are notified. */
  async endedElsewhere(ending: SessionsEnding): Promise<void> {
    this.#note(ending);
    const links = this.#linksOf(ending.agentId, ending.isChosen);
    if (links.length === 0) return;
    const sent = await this.#leave(ending.agentId, links, "sessions ended at another process");
    const reason = "The session was logged out.";
    if (sent.ok) writeOff(links, reason);
    // Each link reports its own close until it is stored.
    else for (const link of links) link.end(closeCodes.badToken, reason);
  }

  /** The agent is removed, so no actor is notified. */
  closeRemoved(agentId: AgentId): void {
    writeOff(this.#linksOf(agentId), "The agent was removed.");
  }

  #note(ending: SessionsEnding): void {
    for (const endings of this.#meanwhile.values()) endings.push(ending);
  }

  #linksOf(agentId: AgentId, isChosen: SessionChoice = () => true): readonly DeskLink[] {
    return [...this.#links()].filter((link) => {
      const owner = ownerOf(link);
      return owner?.agentId === agentId && isChosen(owner.sessionId);
    });
  }

  #leave(agentId: AgentId, ending: readonly DeskLink[], cause: string): Promise<Result<void>> {
    const present = ending.filter((link) => !isOfKey(link));
    if (ending.length > 0 && present.length === 0) return Promise.resolve(ok(undefined));
    const socketIds = present.map((link) => link.id);
    return this.#presence.send(agentId, { type: "agent.logged-out", socketIds }, cause);
  }
}

const isOfKey = (link: DeskLink): boolean => ownerOf(link)?.key != null;

/** Closes links whose end the agent's actor already knows. */
function writeOff(links: readonly DeskLink[], reason: string, code: CloseCode = closeCodes.badToken): void {
  for (const link of links) {
    const isKeyEnded = isOfKey(link) && code === closeCodes.badToken;
    link.become({ name: "closing" });
    link.end(code, isKeyEnded ? noKey : reason);
  }
}
