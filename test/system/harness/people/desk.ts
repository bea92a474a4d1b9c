import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import type { DeskChat, DeskMessage } from "../../../../src/codec/desk/desk.ts";
import { Facts } from "../../../../src/demo/cast/facts.ts";
import type { Ending } from "../../../harness/temporary-folder.ts";
import type { Served } from "../service/installation.ts";
import { nowMs } from "../time.ts";
import { DeskApi } from "./desk-api.ts";

/** The delay before a reconnection, so that desks do not overload a service that refuses them. */
const reconnectMs = 50;
/** The timeout of the handshake, so that a desk does not wait for a service that hangs. */
const handshakeMs = 5_000;

/** A message as one frame showed it. */
export interface Shown {
  readonly atMs: number;
  readonly message: DeskMessage;
}

/** An agent's desk. It logs in once, keeps what its socket showed, and reconnects with its cursor whenever the service runs again. */
export class Desk {
  readonly api: DeskApi;
  readonly facts = new Facts();
  /** All frames in order, by chat id. */
  readonly shown = new Map<string, Shown[]>();
  /** The chat that was shown last, by the client's id. */
  readonly chats = new Map<string, DeskChat>();
  resyncs = 0;
  /** Frames that came although the desk's cursor was already after them. */
  repeats = 0;
  /** When the current socket became ready; `null` while there is none. */
  readyAtMs: number | null = null;
  readonly #installation: Served;
  #socket: WebSocket | null = null;
  #cursor: number | undefined;
  #isOver = false;

  private constructor(installation: Served, api: DeskApi) {
    this.#installation = installation;
    this.api = api;
  }

  /** Opens Kim's desk, unless another agent's `api` is given. */
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

  /** Resolves with the chat of this client that was shown last. */
  untilChat(clientId: string): Promise<DeskChat> {
    return this.until(`a chat of ${clientId}`, () => this.chats.get(clientId));
  }

  /** Resolves with the first frame that shows a message of this text as delivered or failed. */
  untilEnded(chatId: string, text: string): Promise<Shown> {
    const isEnded = ({ message }: Shown): boolean =>
      message.text === text && (message.delivery?.state === "delivered" || message.delivery?.state === "failed");
    return this.until(`the end of "${text}"`, () => this.shown.get(chatId)?.find(isEnded));
  }

  until<Found>(what: string, find: () => Found | undefined): Promise<Found> {
    return this.facts.until(what, find, () => [...this.shown.values()].map((list) => list.at(-1)?.message));
  }

  /** Acts like a machine that vanishes: it reads nothing and answers nothing, but the connection stays open. */
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
    // A connection that was refused or broke is also closed.
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
