import type { AgentId } from "../../../machines/ids.ts";
import type { SessionChoice } from "../../accounts/session-facts.ts";
import type { HelloFrame } from "../../codec/desk/desk-frame.ts";
import {
  encodeAvailableFrame,
  encodeBeatFrame,
  encodeResyncFrame,
  parseDeskFrame,
} from "../../codec/desk/desk-frame.ts";
import type { Result } from "../../core/result.ts";
import { ok } from "../../core/result.ts";
import type { HttpExchange } from "../http/http-exchange.ts";
import { mustChangeFirst } from "../routes/desk/desk-caller.ts";
import type { DeskParts } from "../routes/desk/desk-parts.ts";
import { refuseForeignOrigin } from "../routes/desk/request/own-origin.ts";
import { readSessionCookie } from "../routes/desk/session/session-cookie.ts";
import type { HttpServer } from "../server/server.ts";
import type { CloseCode } from "./close-codes.ts";
import { closeCodes } from "./close-codes.ts";
import type { DeskAccess } from "./desk-access.ts";
import { createDeskAccess } from "./desk-access.ts";
import { enterDesk, listen } from "./desk-entry.ts";
import type { CookieSession, LinkHolder, LinkOwner } from "./desk-link.ts";
import { DeskLink } from "./desk-link.ts";
import type { DeskPresence } from "./desk-presence.ts";
import { createDeskPresence } from "./desk-presence.ts";
import type { SurroundingsNews } from "./desk-surroundings.ts";
import { createSurroundingsNews } from "./desk-surroundings.ts";
import type { Heartbeat } from "./heartbeat.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { refuseUnreadable } from "./unreadable-frame.ts";

/** Sessions of an agent that end right now. */
interface SessionsEnding {
  readonly agentId: AgentId;
  readonly isChosen: SessionChoice;
}

/** How much longer than allowed a frame may be to be refused with a reason; the server underneath gives none. */
const readFrameFactor = 4;

/** Every live socket of the desk. */
export class DeskSockets {
  readonly #parts: DeskParts;
  readonly #presence: DeskPresence;
  readonly #heartbeat: Heartbeat;
  readonly #access: DeskAccess;
  readonly #surroundings: SurroundingsNews;
  readonly #links = new Set<DeskLink>();
  /** Nobody enters with these any more. */
  readonly #endings = new Set<SessionsEnding>();
  #lastNumber = 0;

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.#presence = createDeskPresence(parts.runtime);
    this.#heartbeat = createHeartbeat({ clock: parts.clock, silenceMs: parts.limits.socketSilenceMs });
    const { store, log, runtime, clock } = parts;
    this.#surroundings = createSurroundingsNews({ directory: runtime.directory, clock });
    this.#access = createDeskAccess({
      directory: runtime.directory,
      feed: runtime.feed,
      store,
      log,
      changed: (agentIds) => this.#accessChanged(agentIds),
      removed: (agentId) => this.#close(this.#linksOf(agentId), "The agent was removed."),
    });
  }

  /** To be called when channels and agents are taken up and configured, before the first socket is served. */
  start(): Promise<void> {
    return this.#access.start();
  }

  /** Serves `/ws/desk`. */
  register(server: Pick<HttpServer, "ws">): void {
    const { limits } = this.#parts;
    server.ws<LinkHolder>("/ws/desk", {
      maxPayloadLength: limits.frameBytesMax * readFrameFactor,
      maxBackpressure: limits.socketBackpressureBytesMax,
      // A frame that was left out would be a lie to the desk: it comes back with its cursor instead.
      closeOnBackpressureLimit: true,
      // Its timer is too coarse; see the heartbeat.
      idleTimeout: 0,
      sendPingsAutomatically: false,
      accept: (exchange) => ({ link: new DeskLink(this.#nextId(), this.#readCookie(exchange)) }),
      open: (socket) => {
        const { link } = socket.getUserData();
        link.attach(socket);
        this.#opened(link);
      },
      message: (socket, frame, isBinary) => this.#received(socket.getUserData().link, new Uint8Array(frame), isBinary),
      pong: (socket) => {
        socket.getUserData().link.silentRounds = 0;
      },
      drain: (socket) => socket.getUserData().link.wakeDrained(),
      close: (socket) => this.#closed(socket.getUserData().link),
    });
  }

  /**
   * Ends a session: the agent's presence on its sockets, the session itself, the sockets. Resolves when it is durable and
   * every channel of the agent was told; fails, with nothing done, when the service is over its limits. Source: CH-13.
   */
  endSession(agentId: AgentId, token: string, cause: string): Promise<Result<void>> {
    const { accounts } = this.#parts;
    const ended = accounts.sessionIdOf(token);
    const end = async (): Promise<Result<void>> => {
      await accounts.logOut(token);
      return ok(undefined);
    };
    return this.endSessions({ agentId, isChosen: (id) => id === ended }, end, cause);
  }

  /**
   * The same for sessions of an agent that `end` ends durably. What `end` answers is answered; when it fails, those desks are closed all
   * the same, to come back with their sessions: the agent was told that they are gone.
   */
  async endSessions(ending: SessionsEnding, end: () => Promise<Result<void>>, cause: string): Promise<Result<void>> {
    const { agentId, isChosen } = ending;
    this.#endings.add(ending);
    try {
      const links = this.#linksOf(agentId).filter((link) => isChosen(link.owner?.sessionId ?? ""));
      const told = await this.#leave(agentId, links, cause);
      if (!told.ok) return told;
      let ended: Result<void> | null = null;
      try {
        ended = await end();
        return ended;
      } finally {
        if (ended?.ok) this.#close(links, "The session was logged out.");
        else this.#close(links, "The session could not be ended.", closeCodes.tryAgainLater);
      }
    } finally {
      this.#endings.delete(ending);
    }
  }

  /**
   * Closes an agent's sockets with 4401 and tells its channels that it is gone, as `endSession` does. To be called when its
   * sessions are ended, or else its desk comes back.
   */
  async endAgent(agentId: AgentId, cause: string): Promise<Result<void>> {
    const ending = this.#linksOf(agentId);
    const told = await this.#leave(agentId, ending, cause);
    if (told.ok) this.#close(ending, "The agent's sessions have ended.");
    return told;
  }

  /** The service stops: every socket is closed, and the agents are told before the last commit. */
  closeAll(): void {
    for (const link of this.#links) link.end(closeCodes.goingAway, "The service is shutting down.");
  }

  #linksOf(agentId: AgentId): readonly DeskLink[] {
    return [...this.#links].filter((link) => link.owner?.agentId === agentId);
  }

  #leave(agentId: AgentId, ending: readonly DeskLink[], cause: string): Promise<Result<void>> {
    const socketIds = ending.map((link) => link.id);
    return this.#presence.tell(agentId, { type: "agent.logged-out", socketIds }, cause);
  }

  /** The agent was told otherwise. */
  #close(links: readonly DeskLink[], reason: string, code: CloseCode = closeCodes.badToken): void {
    for (const link of links) {
      link.isWrittenOff = true;
      link.end(code, reason);
    }
  }

  /** Whose live session it is that may enter. */
  #findOwner(token: string | undefined): LinkOwner | null {
    const { accounts, runtime } = this.#parts;
    const agentId = token === undefined ? undefined : accounts.authenticate(token);
    if (token === undefined || agentId === undefined || runtime.directory.agent(agentId) === undefined) return null;
    const sessionId = accounts.sessionIdOf(token);
    const isEnding = [...this.#endings].some((one) => one.agentId === agentId && one.isChosen(sessionId));
    return isEnding ? null : { agentId, sessionId };
  }

  #accessChanged(agentIds: ReadonlySet<AgentId>): void {
    for (const link of this.#links) {
      if (link.owner === null || !agentIds.has(link.owner.agentId)) continue;
      link.isOutdated = true;
      if (!link.isListening) continue;
      listen(link, link.owner.agentId, this.#parts.runtime.directory);
      link.send(encodeResyncFrame());
    }
  }

  /** Which session the browser's cookie names, and whether it may: a page of another origin opens sockets as well. */
  #readCookie(exchange: HttpExchange): CookieSession {
    const refusal = refuseForeignOrigin(this.#parts.origin, exchange);
    return { token: readSessionCookie(exchange), refusal: refusal?.message ?? null };
  }

  #mustChangePassword({ agentId }: LinkOwner): boolean {
    const { accounts, runtime } = this.#parts;
    return accounts.mustChangePassword(runtime.directory.agent(agentId)?.profile.email ?? "");
  }

  #nextId(): string {
    this.#lastNumber += 1;
    return `${this.#parts.processId}.${this.#lastNumber}`;
  }

  #opened(link: DeskLink): void {
    const { clock, limits } = this.#parts;
    this.#links.add(link);
    this.#heartbeat.add(link);
    link.helloWake = clock.wakeAt(clock.nowMs() + limits.requestTimeoutMs, () =>
      link.end(closeCodes.silent, `No hello frame came within ${limits.requestTimeoutMs} ms.`),
    );
  }

  #closed(link: DeskLink): void {
    link.detach();
    link.helloWake?.cancel();
    this.#links.delete(link);
    this.#heartbeat.remove(link);
    this.#surroundings.remove(link);
    if (link.owner !== null && !link.isWrittenOff) void this.#presence.tellClosed(link.owner.agentId, link.id);
  }

  #received(link: DeskLink, bytes: Uint8Array, isBinary: boolean): void | Promise<void> {
    const { limits } = this.#parts;
    const refusal = refuseUnreadable(bytes, isBinary, limits);
    if (refusal !== null) return link.end(refusal.code, refusal.reason);
    const parsed = parseDeskFrame(bytes, limits);
    if (!parsed.ok) return link.end(closeCodes.badFrame, parsed.failure.message);
    const frame = parsed.value;
    if (frame.type === "hello") return this.#greeted(link, frame);
    if (link.owner === null)
      return link.end(closeCodes.badFrame, `Field type of the first frame must be "hello", got "${frame.type}".`);
    if (frame.type === "beat") return link.send(encodeBeatFrame());
    return this.#switched(link, link.owner, frame.value);
  }

  #greeted(link: DeskLink, hello: HelloFrame): void | Promise<void> {
    if (link.owner !== null)
      return link.end(closeCodes.badFrame, 'Field type must be "available" or "beat": hello was said.');
    const token = hello.token ?? link.cookie.token;
    if (hello.token === undefined && token !== undefined && link.cookie.refusal !== null)
      return link.end(closeCodes.badToken, link.cookie.refusal);
    const owner = this.#findOwner(token);
    if (owner === null)
      return link.end(closeCodes.badToken, "Field token must be the token of a live session, or the cookie carry one.");
    if (hello.token === undefined && this.#mustChangePassword(owner))
      return link.end(closeCodes.badToken, mustChangeFirst);
    link.owner = owner;
    link.helloWake?.cancel();
    return this.#enter(link, owner, hello);
  }

  /** The presence first: a status query after `ready` is to answer 1. Source: CH-12. */
  async #enter(link: DeskLink, owner: LinkOwner, { available, since }: HelloFrame): Promise<void> {
    const { runtime, store, limits } = this.#parts;
    try {
      const choice = available === undefined ? {} : { isAvailable: available };
      const event = { type: "socket.opened" as const, socketId: link.id, ...choice };
      const told = await this.#presence.tell(owner.agentId, event, `socket ${link.id}`);
      if (!told.ok) {
        // Nothing of its opening is stored, so that there is no end to tell of.
        link.isWrittenOff = true;
        return link.end(closeCodes.tryAgainLater, told.failure.message);
      }
      const { feed, directory } = runtime;
      if (directory.agent(owner.agentId) === undefined)
        return link.end(closeCodes.badToken, "The agent does not exist any more.");
      this.#surroundings.add(link);
      await enterDesk(link, owner.agentId, since, { store, feed, directory, limits, access: this.#access });
    } catch (error) {
      link.end(closeCodes.internal, "The socket could not be served.");
      throw error;
    }
    link.isLive = true;
    this.#surroundings.release(link);
    await this.#carryOutSwitch(link, owner);
  }

  #switched(link: DeskLink, owner: LinkOwner, isAvailable: boolean): void | Promise<void> {
    const isRunning = link.wantedAvailability !== null;
    link.wantedAvailability = isAvailable;
    if (link.isLive && !isRunning) return this.#carryOutSwitch(link, owner);
  }

  /** One change at a time; of several that come meanwhile the last one counts. */
  async #carryOutSwitch(link: DeskLink, { agentId }: LinkOwner): Promise<void> {
    while (link.isOpen && link.wantedAvailability !== null) {
      const isAvailable = link.wantedAvailability;
      const event = { type: "availability.changed" as const, isAvailable };
      const told = await this.#presence.tell(agentId, event, `socket ${link.id}`);
      if (!told.ok) return link.end(closeCodes.tryAgainLater, told.failure.message);
      if (link.wantedAvailability === isAvailable) link.wantedAvailability = null;
      link.send(encodeAvailableFrame(isAvailable));
    }
  }
}
