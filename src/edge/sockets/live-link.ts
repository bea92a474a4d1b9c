import { assert } from "../../core/assert.ts";
import type { Socket } from "../server/socket-route.ts";
import type { CloseCode } from "./close-codes.ts";
import { toCloseReason } from "./close-codes.ts";

/** What a socket answers of a frame that waits for its peer. */
const notTaken = 0;

/** One socket of ours, from its upgrade to its end. Nothing reaches a closed one: every call is then without effect. */
export class LiveLink<Holder> {
  /** `<process id>.<n>`. */
  readonly id: string;
  /** Pings since the peer last answered one. */
  silentRounds = 0;
  /** Called when the peer did not take a frame at once. */
  onWaiting: (() => void) | null = null;
  #socket: Socket<Holder> | null = null;

  constructor(id: string) {
    this.id = id;
  }

  get isOpen(): boolean {
    return this.#socket !== null;
  }

  /** Bytes that the peer has not taken yet. */
  get waitingBytes(): number {
    return this.#socket?.getBufferedAmount() ?? 0;
  }

  attach(socket: Socket<Holder>): void {
    assert(this.#socket === null, `link ${this.id} was opened twice`);
    this.#socket = socket;
  }

  /** The socket is closed, by whomever. */
  detach(): void {
    this.#socket = null;
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
