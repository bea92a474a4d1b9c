import type { AgentId } from "../../../../machines/ids.ts";
import type { DeskFrame, HelloFrame } from "../../../codec/desk/desk-frames.ts";
import { encodeDeskFrame, parseDeskFrame } from "../../../codec/desk/desk-frames.ts";
import { KeyCounts } from "../../../core/bounds/key-counts.ts";
import type { Result } from "../../../core/result.ts";
import { ok } from "../../../core/result.ts";
import type { Accounts } from "../../../domain/agent/accounts/accounts.ts";
import { isKeyExpired } from "../../../domain/agent/accounts/api-keys.ts";
import type { DeskAccess } from "../../../domain/feed/desk-access.ts";
import { createDeskAccess } from "../../../domain/feed/desk-access.ts";
import type { Runtime } from "../../../domain/runtime.ts";
import type { Store } from "../../../ports/store.ts";
import type { Bounds } from "../../limits/bounds.ts";
import type { OwnProcess } from "../../routes/desk/request/own-origin.ts";
import type { HttpServer } from "../../server/server.ts";
import type { Refusal } from "../close-codes.ts";
import { closeCodes } from "../close-codes.ts";
import { SocketHub } from "../socket-hub.ts";
import type { Begin, SocketKind } from "../socket-kind.ts";
import type { SessionsEnding } from "./desk-endings.ts";
import { DeskEndings } from "./desk-endings.ts";
import { enterDesk, findOwner, listen, noSession, readCookie } from "./desk-entry.ts";
import type { CookieSession, DeskLink, DeskSession, GreetingDesk, LinkOwner } from "./desk-link.ts";
import { ownerOf } from "./desk-link.ts";
import type { DeskPresence } from "./desk-presence.ts";
import { carryOutSwitch, createDeskPresence, switchAvailability } from "./desk-presence.ts";
import type { SurroundingsNews } from "./desk-surroundings.ts";
import { createSurroundingsNews } from "./desk-surroundings.ts";
import type { DeskViewing } from "./desk-viewing.ts";
import { createDeskViewing } from "./desk-viewing.ts";

type DeskRequest = Exclude<DeskFrame, HelloFrame>;
type DeskKind = SocketKind<CookieSession, DeskSession, HelloFrame, DeskRequest>;

/** Every live socket of the desk. */
export class DeskSockets {
  readonly #runtime: Runtime;
  readonly #accounts: Accounts;
  readonly #store: Store;
  readonly #bounds: Bounds;
  readonly #own: OwnProcess;
  readonly #presence: DeskPresence;
  readonly #access: DeskAccess;
  readonly #surroundings: SurroundingsNews;
  readonly #endings: DeskEndings;
  readonly #viewing: DeskViewing;
  readonly #hub: SocketHub<CookieSession, DeskSession, HelloFrame, DeskRequest>;
  /** Sockets of each address. */
  readonly #socketsOf = new KeyCounts();

  constructor(parts: {
    readonly runtime: Runtime;
    readonly accounts: Accounts;
    readonly store: Store;
    readonly bounds: Bounds;
    readonly own: OwnProcess;
  }) {
    const { runtime, accounts, store, bounds, own } = parts;
    this.#runtime = runtime;
    this.#accounts = accounts;
    this.#store = store;
    this.#bounds = bounds;
    this.#own = own;
    const { directory, feed } = runtime;
    const { clock, log } = own;
    this.#presence = createDeskPresence(runtime);
    this.#hub = new SocketHub(this.#kind(), own);
    this.#viewing = createDeskViewing({
      ...{ directory, feed, clock },
      store: store.durable,
      desksMax: own.limits.rateBucketsMax,
    });
    this.#surroundings = createSurroundingsNews({ directory, clock, diskWarnings: bounds.diskWarnings });
    this.#endings = new DeskEndings(accounts, this.#presence, () => this.#hub.links);
    accounts.onEndedElsewhere((agentId, isChosen) => this.#endings.endedElsewhere({ agentId, isChosen }));
    this.#access = createDeskAccess({
      directory,
      feed,
      store,
      log,
      changed: (agentIds) => this.#accessChanged(agentIds),
      removed: (agentId) => this.#endings.closeRemoved(agentId),
      clock,
    });
    feed.onSkipped(() => this.#haveReadAnew(() => true));
  }

  /** Must be called after channels and agents are loaded and configured, before the first socket is served. */
  start(): Promise<void> {
    return this.#access.start();
  }

  /** Marks what the agent may see; see `DeskAccess`. */
  accessMarkOf(agentId: AgentId): string {
    return this.#access.markOf(agentId);
  }

  get count(): number {
    return this.#hub.links.size;
  }

  /** Serves `/ws/desk`. */
  register(server: HttpServer): void {
    this.#hub.register(server);
  }

  /** Ends one session and its desks; see `DeskEndings`. Source: CH-13. */
  endSession(agentId: AgentId, token: string, cause: string): Promise<Result<void>> {
    return this.#endings.endSession(agentId, token, cause);
  }

  /** Ends chosen sessions of an agent and their desks; see `DeskEndings`. */
  endSessions(ending: SessionsEnding, end: () => Promise<Result<void>>, cause: string): Promise<Result<void>> {
    return this.#endings.endSessions(ending, end, cause);
  }

  /** Closes the desks of an agent whose sessions have ended; see `DeskEndings`. */
  endAgent(agentId: AgentId, cause: string): Promise<Result<void>> {
    return this.#endings.endAgent(agentId, cause);
  }

  /** Closes every socket with 1001; a desk reconnects with its cursor. By default the reason is that the service stops: then the agents are notified before the last commit. */
  closeAll(reason?: string): void {
    if (reason === undefined) this.#access.stop();
    this.#hub.closeAll(reason);
  }

  #kind(): DeskKind {
    const { limits } = this.#own;
    const { refusals } = this.#bounds;
    return {
      path: "/ws/desk",
      idMark: "",
      frameBytesMax: limits.frameBytesMax,
      // A desk would not notice a missing frame, so it is closed and reconnects with its cursor.
      waitingBytesMax: limits.socketBackpressureBytesMax,
      silenceMs: limits.socketSilenceMs,
      backlog: {
        groupOf: (link) => `agent/${ownerOf(link)?.agentId ?? link.upgrade.group}`,
        groupBytesMax: limits.agentWaitingBytesMax,
        idleMs: limits.takeIdleMs,
        onDrop: (reason) => refusals.count(reason === "idle" ? "takeIdleMs" : "agentWaitingBytesMax"),
      },
      rate: null,
      entry: {
        by: "hello",
        withinMs: limits.requestTimeoutMs,
        secondHello: 'Field type must be "available", "viewing" or "beat": the hello was already received.',
        greet: (link, hello) => this.#greet(link, hello),
      },
      admit: (exchange) => readCookie(exchange, this.#own.origin, this.#accounts),
      refuseRoom: (link) => this.#refuseRoom(link),
      mayStay: (link) => this.#mayStay(link),
      parse: (bytes) => parseDeskFrame(bytes, limits),
      onMistake: (link, message) => link.end(closeCodes.badFrame, message),
      take: (link, session, request) => this.#take(link, session, request),
      onTaken: null,
      onClosed: (link, last) => this.#closed(link, last),
    };
  }

  #refuseRoom({ upgrade: { group } }: DeskLink): Refusal | null {
    const { limits } = this.#own;
    const { refusals } = this.#bounds;
    if (this.#socketsOf.add(group) <= limits.addressSocketsMax) return null;
    refusals.count("addressSocketsMax");
    const reason = `One address may have ${limits.addressSocketsMax} desks open (addressSocketsMax).`;
    return { code: closeCodes.tryAgainLater, reason };
  }

  #mayStay(link: DeskLink): boolean {
    const key = ownerOf(link)?.key ?? null;
    if (key === null || !isKeyExpired(key, this.#own.clock.nowMs())) return true;
    link.end(closeCodes.badToken, "The API key has expired.");
    return false;
  }

  /** Programs are counted apart, so that they cannot keep their agent's own desk out. */
  #refuseDesk({ agentId, key }: LinkOwner): Refusal | null {
    const { limits } = this.#own;
    const { refusals } = this.#bounds;
    const own = [...this.#hub.links].filter((link) => {
      const owner = ownerOf(link);
      return owner?.agentId === agentId && (owner.key === null) === (key === null);
    });
    if (own.length < limits.agentSocketsMax) return null;
    refusals.count("agentSocketsMax");
    const reason = `One agent may have ${limits.agentSocketsMax} desks open (agentSocketsMax).`;
    return { code: closeCodes.tryAgainLater, reason };
  }

  async #greet(link: DeskLink, hello: HelloFrame): Promise<Begin> {
    this.#endings.watch(link);
    const owner = await findOwner(hello, link.upgrade, this.#accounts, this.#runtime.directory);
    return () => this.#begin(link, hello, owner);
  }

  /** The session may have ended, or its agent may be removed, since the lookup started. */
  #begin(link: DeskLink, hello: HelloFrame, found: Result<LinkOwner>): void | Promise<void> {
    const isGone =
      found.ok &&
      (this.#endings.hasEnded(link, found.value) || this.#runtime.directory.agent(found.value.agentId) === undefined);
    this.#endings.forget(link);
    const owner = isGone ? noSession : found;
    if (!owner.ok) return link.end(closeCodes.badToken, owner.failure.message);
    const refusal = this.#refuseDesk(owner.value);
    if (refusal !== null) return link.end(refusal.code, refusal.reason);
    const greeting: GreetingDesk = {
      name: "greeting",
      owner: owner.value,
      isOutdated: false,
      wantedAvailability: null,
    };
    link.become(greeting);
    return this.#enter(link, greeting, hello);
  }

  /** Reports the presence first, because a status query after `ready` must answer 1. Source: CH-12. */
  async #enter(link: DeskLink, greeting: GreetingDesk, hello: HelloFrame): Promise<void> {
    const { agentId, key } = greeting.owner;
    const { available } = hello;
    try {
      const choice = available === undefined ? {} : { isAvailable: available };
      const event = { type: "socket.opened" as const, socketId: link.id, ...choice };
      const sent = key === null ? await this.#presence.send(agentId, event, `socket ${link.id}`) : ok(undefined);
      if (!sent.ok) {
        // Its opening is not stored, so its end is not reported.
        link.become({ name: "closing" });
        return link.end(closeCodes.tryAgainLater, sent.failure.message);
      }
      if (!link.isOpen) return;
      const { feed, directory } = this.#runtime;
      if (directory.agent(agentId) === undefined)
        return link.end(closeCodes.badToken, "The agent does not exist any more.");
      this.#surroundings.add(link, agentId);
      const { limits } = this.#own;
      await enterDesk(link, greeting, hello, { store: this.#store, feed, directory, limits, access: this.#access });
    } catch (error) {
      link.end(closeCodes.internal, "The socket could not be served.");
      throw error;
    }
    if (link.state.name !== "live") return;
    this.#surroundings.release(link);
    await carryOutSwitch(link, link.state, this.#presence);
  }

  #take(link: DeskLink, session: DeskSession, request: DeskRequest): void | Promise<void> {
    if (request.type === "beat") return link.send(encodeDeskFrame({ type: "beat" }));
    if (ownerOf(link)?.key)
      return link.end(closeCodes.badFrame, `An API key is not present: it sends no ${request.type}.`);
    if (session.name === "closing") return;
    if (request.type === "viewing") return this.#viewing.take(link, session.owner.agentId, request);
    return switchAvailability(link, session, request.value, this.#presence);
  }

  #closed(link: DeskLink, last: DeskSession | null): void {
    this.#socketsOf.remove(link.upgrade.group);
    this.#endings.forget(link);
    this.#viewing.close(link);
    this.#surroundings.remove(link);
    if (last !== null && last.name !== "closing" && last.owner.key === null)
      void this.#presence.sendClosed(last.owner.agentId, link.id);
  }

  #accessChanged(agentIds: ReadonlySet<AgentId>): void {
    this.#haveReadAnew((agentId) => agentIds.has(agentId));
  }

  #haveReadAnew(isConcerned: (agentId: AgentId) => boolean): void {
    for (const link of this.#hub.links) {
      const owner = ownerOf(link);
      if (owner === null || !isConcerned(owner.agentId)) continue;
      const { state } = link;
      if (state.name === "greeting") state.isOutdated = true;
      if (state.name !== "live") continue;
      listen(link, state, this.#runtime.directory);
      link.send(encodeDeskFrame({ type: "resync" }));
    }
  }
}
