import { assert } from "../../core/assert.ts";
import type { Wake } from "../../ports/clock.ts";
import type { Socket } from "../server/socket-route.ts";
import type { CloseCode } from "./close-codes.ts";
import { toCloseReason } from "./close-codes.ts";

/** What its kind makes of a link, from its hello to its end. */
export interface LinkSession {
  readonly name: "greeting" | "live" | "closing";
}

/** The upgrade is answered; nothing was done with the socket yet. */
interface OpeningLink {
  readonly name: "opening";
}

/** Nothing but hello may come. */
interface AwaitedLink {
  readonly name: "awaited";
  /** Ends a link that says no hello. */
  readonly helloWake: Wake;
}

/** A hello was said; who it is of is being looked up. */
interface GreetedLink {
  readonly name: "greeted";
}

interface ClosedLink {
  readonly name: "closed";
}

/** Of what is between the hall's own states each kind has a union of its own. */
export type LinkState<Session extends LinkSession> = OpeningLink | AwaitedLink | GreetedLink | Session | ClosedLink;

export const isSession = <Session extends LinkSession>(state: LinkState<Session>): state is Session =>
  state.name === "live" || state.name === "greeting" || state.name === "closing";

/** What a socket answers of a frame that waits for its peer. */
const notTaken = 0;

/** Shared by all links that nobody waits for, which are nearly all. */
const nobody: readonly (() => void)[] = [];

/** One socket of ours, from its upgrade to its end. Nothing reaches a closed one: every call is then without effect. */
export class LiveLink<Upgrade, Session extends LinkSession> {
  /** `<process id>.<n>`, with the mark of its kind before the number. */
  readonly id: string;
  /** What was read of the request that opened it. */
  readonly upgrade: Upgrade;
  /** Pings since the peer last answered one. */
  silentRounds = 0;
  /** Called when the peer did not take a frame at once. */
  onWaiting: (() => void) | null = null;
  #state: LinkState<Session> = { name: "opening" };
  #socket: Socket<unknown> | null = null;
  #drainWaiters = nobody;

  constructor(id: string, upgrade: Upgrade) {
    this.id = id;
    this.upgrade = upgrade;
  }

  get state(): LinkState<Session> {
    return this.#state;
  }

  get isOpen(): boolean {
    return this.#socket !== null;
  }

  /** Bytes that the peer has not taken yet. */
  get waitingBytes(): number {
    return this.#socket?.getBufferedAmount() ?? 0;
  }

  attach(socket: Socket<unknown>): void {
    assert(this.#socket === null, `link ${this.id} was opened twice`);
    this.#socket = socket;
  }

  become(state: AwaitedLink | GreetedLink | Session): void {
    if (this.#state.name !== "closed") this.#state = state;
  }

  /** The socket is closed, by whomever. Answers the state in which it was. */
  detach(): LinkState<Session> {
    const last = this.#state;
    this.#state = { name: "closed" };
    this.#socket = null;
    this.wakeDrained();
    return last;
  }

  send(frame: string): void {
    if (this.#socket?.send(frame) === notTaken) this.onWaiting?.();
  }

  /** To all who hear this topic but itself. */
  sendOthers(topic: string, frame: string): void {
    this.#socket?.publish(topic, frame);
  }

  ping(): void {
    this.#socket?.ping();
  }

  subscribe(topic: string): void {
    this.#socket?.subscribe(topic);
  }

  unsubscribe(topic: string): void {
    this.#socket?.unsubscribe(topic);
  }

  /** Resolves when the peer took something, or the link closed. */
  whenDrained(): Promise<void> {
    if (!this.isOpen) return Promise.resolve();
    return new Promise((resolve) => {
      this.#drainWaiters = [...this.#drainWaiters, resolve];
    });
  }

  wakeDrained(): void {
    const waiters = this.#drainWaiters;
    this.#drainWaiters = nobody;
    for (const wake of waiters) wake();
  }

  /**
   * With a word, where the peer takes what it is sent. A socket that was ended keeps what waits until its peer takes it, which may be
   * never, and nobody could close it any more: it is dropped instead.
   */
  end(code: CloseCode, reason: string): void {
    if (this.waitingBytes > 0) this.drop();
    else this.#socket?.end(code, toCloseReason(reason));
  }

  /** Without a word, and without waiting for what was sent to be taken. */
  drop(): void {
    this.#socket?.close();
  }
}
