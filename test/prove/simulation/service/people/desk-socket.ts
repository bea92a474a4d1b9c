import type { DeskChat, DeskMessage } from "../../../../../src/codec/desk/desk.ts";
import type { ClientSocket } from "../network/client.ts";
import type { Door, Stage } from "./stage.ts";

const comeBackMs = 700;

interface DeskFrame {
  readonly type: string;
  readonly cursor: number;
  readonly chat: DeskChat;
  readonly chatId: string;
  readonly message: DeskMessage;
  readonly value: boolean;
}

/** A change of an agent's presence, as the agent's own desk knows it. */
export interface PresenceChange {
  readonly atMs: number;
  /** `maybe`: the desk has sent a change, and the service has not confirmed it. */
  readonly state: "here" | "gone" | "maybe";
}

/** An agent's desk. It keeps all that its socket received, and reconnects with its cursor while the agent is at work. */
export class DeskSocket {
  /** By chat, the last received state of each message. */
  readonly shown = new Map<string, Map<number, DeskMessage>>();
  readonly chats = new Map<string, DeskChat>();
  readonly presence: PresenceChange[] = [];
  firstReadyAtMs: number | null = null;
  /** Whether a cursor was too old, so that a real desk would read its lists again. */
  wasResynced = false;
  readonly #stage: Stage;
  readonly #door: Door;
  readonly #name: string;
  readonly #token: string;
  #socket: ClientSocket | null = null;
  #cursor: number | undefined;
  #isWanted = false;
  #isAvailable = true;

  constructor(stage: Stage, door: Door, name: string, token: string) {
    this.#stage = stage;
    this.#door = door;
    this.#name = name;
    this.#token = token;
  }

  open(): void {
    this.#isWanted = true;
    this.#connect();
  }

  /** `vanishes`: the network fails, and no close is sent. */
  leave(how: "leaves" | "vanishes"): void {
    this.#isWanted = false;
    this.#note("maybe");
    this.#stage.history.tell(`the desk of ${this.#name} ${how}`);
    if (how === "leaves") this.#socket?.leave();
    else this.#socket?.vanish();
    this.#socket = null;
    this.#note("gone");
  }

  switchTo(isAvailable: boolean): void {
    this.#isAvailable = isAvailable;
    this.#note("maybe");
    this.#socket?.send(JSON.stringify({ type: "available", value: isAvailable }));
  }

  get isOpen(): boolean {
    return this.#socket !== null;
  }

  #connect(): void {
    if (!this.#isWanted || this.#socket !== null) return;
    this.#note("maybe");
    const socket: ClientSocket = this.#door.client.openSocket(this.#door.machine(), "/ws/desk", {
      opened: () => socket.send(JSON.stringify(this.#hello())),
      frame: (text) => this.#take(JSON.parse(text)),
      closed: (code) => {
        if (this.#socket !== socket) return;
        this.#stage.history.tell(`the desk of ${this.#name} is closed with ${code}`);
        this.#socket = null;
        this.#note("gone");
        void this.#door.sleep(comeBackMs).then(() => this.#connect());
      },
    });
    this.#socket = socket;
  }

  #hello(): object {
    const since = this.#cursor === undefined ? {} : { since: this.#cursor };
    return { type: "hello", token: this.#token, available: this.#isAvailable, ...since };
  }

  #take(frame: DeskFrame): void {
    const { history } = this.#stage;
    switch (frame.type) {
      case "ready":
        this.firstReadyAtMs ??= this.#stage.time.nowMs;
        this.#cursor = frame.cursor;
        history.tell(`the desk of ${this.#name} is ready at ${frame.cursor}`);
        this.#note(this.#isAvailable ? "here" : "gone");
        return;
      case "available":
        this.#note(frame.value ? "here" : "gone");
        return;
      case "resync":
        this.wasResynced = true;
        return;
      case "chat":
        this.#pass(frame.cursor);
        this.chats.set(frame.chat.id, frame.chat);
        history.chatsSeen.push({
          atMs: this.#stage.time.nowMs,
          agent: this.#name,
          chatId: frame.chat.id,
          state: frame.chat.state,
        });
        history.tell(`${this.#name} sees chat ${frame.chat.id} ${frame.chat.state} at ${frame.cursor}`);
        return;
      case "message":
        this.#pass(frame.cursor);
        this.#show(frame);
        return;
      default:
    }
  }

  #show({ chatId, message, cursor }: DeskFrame): void {
    const { history } = this.#stage;
    const chat = this.shown.get(chatId) ?? new Map<number, DeskMessage>();
    this.shown.set(chatId, chat.set(message.seq, message));
    const state = message.delivery === null ? "" : ` ${message.delivery.state}`;
    history.tell(`${this.#name} sees ${chatId}/${message.seq} "${message.text}"${state} at ${cursor}`);
  }

  /** Checks that a cursor never decreases. */
  #pass(cursor: number): void {
    if (this.#cursor !== undefined && cursor < this.#cursor)
      this.#stage.history.surprise(`the desk of ${this.#name} was shown ${cursor} behind ${this.#cursor}`);
    this.#cursor = cursor;
  }

  #note(state: PresenceChange["state"]): void {
    this.presence.push({ atMs: this.#stage.time.nowMs, state });
  }
}
