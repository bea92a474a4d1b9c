import net from "node:net";
import type { Answer } from "./answer-reader.ts";
import { AnswerReader } from "./answer-reader.ts";

export interface ConnectionPlace {
  readonly hostname: string;
  readonly port: number;
}

export interface ConnectionUser {
  /** Called when the connection can take a request: the connection is open, and its earlier requests are answered. */
  free(connection: Connection): void;
  /** Called when the connection is lost. The connection takes no request until it is free again. */
  lost(connection: Connection): void;
}

/** All connections read into this buffer, one call at a time. */
const buffer = Buffer.allocUnsafe(65_536);
/** The time after which a lost connection is reopened. */
const againAfterMs = 100;

/**
 * One request at a time over a persistent connection. It costs a third of undici's processor time, measured with 64 connections and
 * with 1,000. The server shares the machine, so the load must leave it processor time.
 */
export class Connection {
  readonly #place: ConnectionPlace;
  readonly #user: ConnectionUser;
  #socket: net.Socket | null = null;
  #reader = new AnswerReader();
  #done: ((answer: Answer | null) => void) | null = null;
  #again: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(place: ConnectionPlace, user: ConnectionUser) {
    this.#place = place;
    this.#user = user;
    this.#open();
  }

  /** Must be called only while the connection is free. `done` gets `null` when the connection is lost before the answer. */
  send(request: string, done: (answer: Answer | null) => void): void {
    this.#done = done;
    this.#socket?.write(request, "latin1");
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#again);
    this.#socket?.destroy();
  }

  #open(): void {
    this.#reader = new AnswerReader();
    const socket = net.connect({
      host: this.#place.hostname,
      port: this.#place.port,
      noDelay: true,
      onread: { buffer, callback: (length) => this.#read(buffer.subarray(0, length)) },
    });
    this.#socket = socket;
    socket.once("connect", () => this.#user.free(this));
    // The "close" event reports every failure.
    socket.on("error", () => undefined);
    socket.once("close", () => this.#lose());
  }

  #read(bytes: Buffer): boolean {
    const answer = this.#reader.read(bytes);
    if (answer === null) return true;
    const done = this.#done;
    this.#done = null;
    done?.(answer);
    this.#user.free(this);
    return true;
  }

  #lose(): void {
    if (this.#isClosed) return;
    const done = this.#done;
    this.#done = null;
    this.#user.lost(this);
    done?.(null);
    this.#again = setTimeout(() => this.#open(), againAfterMs);
  }
}
