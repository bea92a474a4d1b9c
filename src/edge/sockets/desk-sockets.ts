import type { AgentId } from "../../../machines/ids.ts";
import type { HelloFrame } from "../../codec/desk-frame.ts";
import { encodeAvailableFrame, encodeResyncFrame, parseDeskFrame } from "../../codec/desk-frame.ts";
import type { Result } from "../../core/result.ts";
import type { HttpExchange } from "../http-exchange.ts";
import type { DeskParts } from "../routes/desk/desk-parts.ts";
import { refuseForeignOrigin } from "../routes/desk/own-origin.ts";
import { readSessionCookie } from "../routes/desk/session-cookie.ts";
import type { HttpServer } from "../server.ts";
import { closeCodes } from "./close-codes.ts";
import type { DeskAccess } from "./desk-access.ts";
import { createDeskAccess } from "./desk-access.ts";
import { enterDesk, listen } from "./desk-entry.ts";
import type { CookieSession, LinkHolder, LinkOwner } from "./desk-link.ts";
import { DeskLink } from "./desk-link.ts";
import type { DeskPresence } from "./desk-presence.ts";
import { createDeskPresence } from "./desk-presence.ts";
import type { Heartbeat } from "./heartbeat.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { refuseUnreadable } from "./unreadable-frame.ts";

/** How much longer than allowed a frame may be to be refused with a reason; the server underneath gives none. */
const readFrameFactor = 4;

/** Every live socket of the desk. */
export class DeskSockets {
  readonly #parts: DeskParts;
  readonly #presence: DeskPresence;
  readonly #heartbeat: Heartbeat;
  readonly #access: DeskAccess;
  readonly #links = new Set<DeskLink>();
  /** Tokens of sessions that end right now: nobody enters with them any more. */
  readonly #endingTokens = new Set<string>();
  #lastNumber = 0;

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.#presence = createDeskPresence(parts.runtime);
    this.#heartbeat = createHeartbeat({ clock: parts.clock, silenceMs: parts.limits.socketSilenceMs });
    const { store, log, runtime } = parts;
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
  async endSession(owner: LinkOwner, cause: string): Promise<Result<void>> {
    const { token, agentId } = owner;
    this.#endingTokens.add(token);
    try {
      const ending = [...this.#links].filter((link) => link.owner?.token === token);
      const told = await this.#leave(agentId, ending, cause);
      if (!told.ok) return told;
      await this.#parts.accounts.logOut(token);
      this.#close(ending, "The session was logged out.");
      return told;
    } finally {
      this.#endingTokens.delete(token);
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
  #close(links: readonly DeskLink[], reason: string): void {
    for (const link of links) {
      link.isWrittenOff = true;
      link.end(closeCodes.badToken, reason);
    }
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
      return link.end(closeCodes.badFrame, 'Field type of the first frame must be "hello", got "available".');
    return this.#switched(link, link.owner, frame.value);
  }

  #greeted(link: DeskLink, hello: HelloFrame): void | Promise<void> {
    if (link.owner !== null) return link.end(closeCodes.badFrame, 'Field type must be "available": hello was said.');
    const token = hello.token ?? link.cookie.token;
    if (hello.token === undefined && token !== undefined && link.cookie.refusal !== null)
      return link.end(closeCodes.badToken, link.cookie.refusal);
    const { accounts, runtime } = this.#parts;
    const agentId = token === undefined || this.#endingTokens.has(token) ? undefined : accounts.authenticate(token);
    const profile = agentId === undefined ? undefined : runtime.directory.agent(agentId)?.profile;
    if (token === undefined || profile === undefined)
      return link.end(closeCodes.badToken, "Field token must be the token of a live session, or the cookie carry one.");
    const owner = { token, agentId: profile.id };
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
      await enterDesk(link, owner.agentId, since, { store, feed, directory, limits, access: this.#access });
    } catch (error) {
      link.end(closeCodes.internal, "The socket could not be served.");
      throw error;
    }
    link.isLive = true;
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
