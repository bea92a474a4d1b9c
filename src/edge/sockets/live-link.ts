import { assert } from "../../core/assert.ts";
import type { Socket } from "../socket-route.ts";
import type { CloseCode } from "./close-codes.ts";
import { toCloseReason } from "./close-codes.ts";

/** One socket of ours, from its upgrade to its end. Nothing reaches a closed one: every call is then without effect. */
export class LiveLink<Holder> {
  /** `<process id>.<n>`. */
  readonly id: string;
  /** Pings since the peer last answered one. */
  silentRounds = 0;
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
    this.#socket?.send(frame);
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

  end(code: CloseCode, reason: string): void {
    this.#socket?.end(code, toCloseReason(reason));
  }

  /** Without a word, and without waiting for what was sent to be taken. */
  drop(): void {
    this.#socket?.close();
  }
}
