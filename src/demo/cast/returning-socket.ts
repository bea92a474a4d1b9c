import { WebSocket } from "undici";
import { decodeLoosely } from "../json.ts";
import { passed } from "../time.ts";
import { Facts } from "./facts.ts";
import type { ParleyService } from "./parley-client.ts";

const pauseMs = 100;
/** Enough frames for every flow. */
const framesKept = 1_000;
const patienceMs = 30_000;

/** What is sent first on each connection, and what becomes of the frames. */
export interface SocketUser {
  hello(): object;
  /** Called for each frame, before those who wait for a frame see it. */
  received(frame: unknown): void;
  /** Called when the connection is lost. */
  lost?(): void;
}

/** A client's end of a socket of the service. It keeps the frames, and connects again when the service runs again. */
export class ReturningSocket {
  readonly facts = new Facts();
  readonly #frames: unknown[] = [];
  /** The number of frames that are no longer kept. */
  #dropped = 0;
  /** How often the connection was lost. Frames without a cursor may have been missed then. */
  comebacks = 0;
  readonly #service: ParleyService;
  readonly #path: string;
  readonly #user: SocketUser;
  #socket: WebSocket | null = null;
  #isLeaving = false;

  constructor(service: ParleyService, path: string, user: SocketUser) {
    this.#service = service;
    this.#path = path;
    this.#user = user;
  }

  open(): void {
    const socket = new WebSocket(`${this.#service.url.replace("http", "ws")}${this.#path}`);
    this.#socket = socket;
    socket.addEventListener("open", () => this.send(this.#user.hello()));
    socket.addEventListener("message", ({ data }) => this.#received(decodeLoosely(String(data))));
    socket.addEventListener("close", () => void this.#return());
    // A close event follows every error, so the error needs no handling.
    socket.addEventListener("error", () => undefined);
  }

  send(frame: object): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  /** Resolves with the first frame that fits, received already or in the future. */
  until(awaited: string, fits: (frame: unknown) => boolean): Promise<unknown> {
    return this.facts.until(`${awaited} on ${this.#path}`, this.#finder(fits), undefined, patienceMs);
  }

  /** Resolves with whether such a frame comes within this time. */
  sees(fits: (frame: unknown) => boolean, withinMs: number): Promise<boolean> {
    return this.facts.isSeen(this.#finder(fits), withinMs);
  }

  leave(): void {
    this.#isLeaving = true;
    this.#socket?.close();
  }

  async #return(): Promise<void> {
    this.#user.lost?.();
    if (this.#isLeaving) return;
    await passed(pauseMs);
    try {
      await this.#service.whenReady();
    } catch {
      // The service process reports this failure itself. There is nothing to connect to.
      return;
    }
    if (this.#isLeaving) return;
    this.comebacks += 1;
    this.open();
  }

  #received(frame: unknown): void {
    this.#user.received(frame);
    this.#frames.push(frame);
    if (this.#frames.length > framesKept) {
      this.#frames.shift();
      this.#dropped += 1;
    }
    this.facts.changed();
  }

  /** Looks at each frame once, because many wait at the same time. */
  #finder(fits: (frame: unknown) => boolean): () => unknown {
    let next = 0;
    return () => {
      const fresh = this.#frames.slice(Math.max(0, next - this.#dropped));
      next = this.#dropped + this.#frames.length;
      return fresh.find(fits);
    };
  }
}
