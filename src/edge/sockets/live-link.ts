import { assert } from "../../core/result.ts";
import type { Wake } from "../../ports/clock.ts";
import type { Socket } from "../server/socket-route.ts";
import type { CloseCode } from "./close-codes.ts";
import { toCloseReason } from "./close-codes.ts";

/** The state that a kind defines for a link, from its hello to its end. */
export interface LinkSession {
  readonly name: "greeting" | "live" | "closing";
}

/** The upgrade is answered; the socket was not used yet. */
interface OpeningLink {
  readonly name: "opening";
}

/** Only a hello is allowed. */
interface AwaitedLink {
  readonly name: "awaited";
  /** Ends a link that sends no hello. */
  readonly helloWake: Wake;
}

/** A hello arrived; its owner is being looked up. */
interface GreetedLink {
  readonly name: "greeted";
}

interface ClosedLink {
  readonly name: "closed";
}

/** Between the states of the hub, each kind has its own union of states. */
export type LinkState<Session extends LinkSession> = OpeningLink | AwaitedLink | GreetedLink | Session | ClosedLink;

export const isSession = <Session extends LinkSession>(state: LinkState<Session>): state is Session =>
  state.name === "live" || state.name === "greeting" || state.name === "closing";

/** The return value of a socket for a buffered frame, which waits for its peer. */
const notTaken = 0;

/** Shared by all links without waiters, which are nearly all links. */
const nobody: readonly (() => void)[] = [];

/** One socket, from its upgrade to its end. Every call on a closed link has no effect. */
export class LiveLink<Upgrade, Session extends LinkSession> {
  /** `<process id>.<n>`, with the mark of its kind before the number. */
  readonly id: string;
  /** The data of the upgrade request. */
  readonly upgrade: Upgrade;
  /** Pings since the peer last answered one. */
  silentRounds = 0;
  /** Called when a frame could not be sent at once. */
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

  /** Bytes that the peer has not received yet. */
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

  /** Called when the socket is closed, by either side. Returns its last state. */
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

  /** Sends to all other subscribers of the topic. */
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

  /** Resolves when the peer received some bytes, or the link closed. */
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
   * Closes with a reason when the peer reads. An ended socket keeps unsent bytes until its peer reads them, possibly forever,
   * and nothing could close it any more. So a link with waiting bytes is dropped instead.
   */
  end(code: CloseCode, reason: string): void {
    if (this.waitingBytes > 0) this.drop();
    else this.#socket?.end(code, toCloseReason(reason));
  }

  /** Closes without a reason and without waiting for unsent bytes. */
  drop(): void {
    this.#socket?.close();
  }
}
