import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import type { DeskChat, DeskMessage } from "../../../../src/codec/desk/desk.ts";
import type { Ending } from "../../../harness/temporary-folder.ts";
import { Facts } from "../facts.ts";
import type { Served } from "../service/installation.ts";
import { nowMs } from "../time.ts";
import { DeskApi } from "./desk-api.ts";

/** A desk does not storm a service that turns it away. */
const reconnectMs = 50;
/** Nor does it wait for a service that stands still. */
const handshakeMs = 5_000;

/** A message as a frame showed it. */
export interface Shown {
  readonly atMs: number;
  readonly message: DeskMessage;
}

/**
 * An agent's desk: logs in once, keeps what its socket showed, and comes back with its cursor whenever the service serves
 * again.
 */
export class Desk {
  readonly api: DeskApi;
  readonly facts = new Facts();
  /** By chat id, every frame in order. */
  readonly shown = new Map<string, Shown[]>();
  /** By the client's id, the chat shown last. */
  readonly chats = new Map<string, DeskChat>();
  resyncs = 0;
  /** Frames that came although the cursor was past them. */
  repeats = 0;
  /** When the socket of now was ready; `null` while there is none. */
  readyAtMs: number | null = null;
  readonly #installation: Served;
  #socket: WebSocket | null = null;
  #cursor: number | undefined;
  #isOver = false;

  private constructor(installation: Served, api: DeskApi) {
    this.#installation = installation;
    this.api = api;
  }

  /** Kim's, unless another agent's `api` is given. */
  static async open(t: Ending, installation: Served, api?: DeskApi): Promise<Desk> {
    const desk = new Desk(installation, api ?? (await DeskApi.logIn(installation.url)));
    t.teardown(() => desk.leave());
    desk.#connect();
    await desk.untilReady();
    return desk;
  }

  untilReady(): Promise<number> {
    return this.until("a socket that is ready", () => this.readyAtMs ?? undefined);
  }

  /** The chat of this client that was shown last. */
  untilChat(clientId: string): Promise<DeskChat> {
    return this.until(`a chat of ${clientId}`, () => this.chats.get(clientId));
  }

  /** The first frame that shows a message of this text as delivered or failed. */
  untilEnded(chatId: string, text: string): Promise<Shown> {
    const isEnded = ({ message }: Shown): boolean =>
      message.text === text && (message.delivery?.state === "delivered" || message.delivery?.state === "failed");
    return this.until(`the end of "${text}"`, () => this.shown.get(chatId)?.find(isEnded));
  }

  until<Found>(what: string, find: () => Found | undefined): Promise<Found> {
    return this.facts.until(what, find, () => [...this.shown.values()].map((list) => list.at(-1)?.message));
  }

  /** The machine vanishes: nothing is read and nothing answered any more, the connection stands. */
  freeze(): void {
    this.#socket?.pause();
  }

  leave(): void {
    this.#isOver = true;
    this.#socket?.terminate();
  }

  #connect(): void {
    const socket = new WebSocket(`${this.#installation.url.replace("http", "ws")}/ws/desk`, {
      handshakeTimeout: handshakeMs,
    });
    this.#socket = socket;
    // A connection that was refused or broke is closed as well.
    socket.on("error", () => socket.terminate());
    socket.on("close", () => void this.#comeBack());
    socket.on("message", (data) => this.#receive(String(data)));
    socket.on("open", () => {
      const since = this.#cursor === undefined ? {} : { since: this.#cursor };
      socket.send(JSON.stringify({ type: "hello", token: this.api.token, available: true, ...since }));
    });
  }

  async #comeBack(): Promise<void> {
    this.readyAtMs = null;
    if (this.#isOver) return;
    await pause(reconnectMs);
    await this.#installation.whenServing();
    if (!this.#isOver) this.#connect();
  }

  #receive(data: string): void {
    const frame = JSON.parse(data);
    if (typeof frame.cursor === "number") {
      if (frame.type !== "ready" && frame.cursor <= (this.#cursor ?? 0)) this.repeats += 1;
      this.#cursor = frame.cursor;
    }
    if (frame.type === "ready") this.readyAtMs = nowMs();
    else if (frame.type === "resync") this.resyncs += 1;
    else if (frame.type === "chat") this.chats.set(frame.chat.client.id, frame.chat);
    else if (frame.type === "message") {
      const list = this.shown.get(frame.chatId);
      const shown = { atMs: nowMs(), message: frame.message };
      if (list === undefined) this.shown.set(frame.chatId, [shown]);
      else list.push(shown);
    }
    this.facts.changed();
  }
}
