import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import { Facts } from "../../../../../src/demo/cast/facts.ts";
import type { Ending } from "../../../../harness/temporary-folder.ts";
import type { VisitorFrame } from "../../../../harness/visitor-client.ts";
import { widgetId } from "../cluster-config.ts";
import type { Door } from "../door.ts";

const pauseMsMax = 400;
const handshakeMs = 4_000;
/** A page that receives nothing for this time reconnects through another node. */
const answerWithinMs = 10_000;

/** A page with the widget. It sends one message after the other, and reconnects through another node with its cursor. */
export class Page {
  readonly name: string;
  /** Every text answered with `done`, in order. */
  readonly said: string[] = [];
  /** By chat, the received messages by their number in the chat. */
  readonly shown = new Map<string, Map<number, string>>();
  /** Requests that finally failed, and messages that arrived after later messages. */
  readonly surprises: string[] = [];
  /** The visitor's number. */
  number: number | null = null;
  readonly #door: Door;
  readonly #random: () => number;
  readonly #facts = new Facts();
  readonly #answers = new Map<string, VisitorFrame>();
  #socket: WebSocket | null = null;
  #isReady = false;
  #secret: string | null = null;
  #chat: string | null = null;
  #isOver = false;

  constructor(t: Ending, name: string, door: Door, random: () => number) {
    this.name = name;
    this.#door = door;
    this.#random = random;
    t.teardown(() => this.leave());
  }

  /** Stops after the current request is finished. The page stays connected. */
  stop(): void {
    this.#isOver = true;
  }

  leave(): void {
    this.#socket?.removeAllListeners("close").terminate();
  }

  async run(): Promise<void> {
    this.#connect();
    for (let number = 1; !this.#isOver; number += 1) {
      const text = `${this.name} ${number}`;
      await this.#insist({ id: `request-${number}`, type: "message", text }, text);
      await pause(this.#random() * pauseMsMax);
    }
  }

  /** Repeats a request with the same id until it is answered. */
  async #insist(
    request: { readonly id: string; readonly type: string; readonly text: string },
    text: string,
  ): Promise<void> {
    for (;;) {
      await this.#facts.until(`a socket of ${this.name}`, () => this.#isReady || undefined);
      const socket = this.#socket;
      socket?.send(JSON.stringify(request));
      const late = setTimeout(() => socket?.terminate(), answerWithinMs);
      const answer = await this.#facts.until(`an answer to "${text}"`, () =>
        this.#isReady && socket === this.#socket ? this.#answers.get(request.id) : "gone",
      );
      clearTimeout(late);
      if (answer === "gone") continue;
      this.#answers.delete(request.id);
      if (answer.type === "done") return void this.said.push(text);
      if (answer.retryAfter === undefined) return void this.surprises.push(`${text}: ${answer.reason}`);
      await this.#door.whenServing();
    }
  }

  #connect(): void {
    const socket = new WebSocket(`${this.#door.url.replace("http", "ws")}/ws/widget`, {
      handshakeTimeout: handshakeMs,
    });
    this.#socket = socket;
    socket.on("error", () => socket.terminate());
    socket.on("close", () => void this.#comeBack());
    socket.on("message", (data) => this.#receive(JSON.parse(String(data))));
    socket.on("open", () => socket.send(JSON.stringify(this.#hello())));
  }

  #hello(): object {
    const chat = this.#chat;
    const since = chat === null ? {} : { chat, since: Math.max(0, ...(this.shown.get(chat)?.keys() ?? [])) };
    return { type: "hello", widget: widgetId, ...(this.#secret === null ? {} : { visitor: this.#secret }), ...since };
  }

  async #comeBack(): Promise<void> {
    this.#isReady = false;
    this.#facts.changed();
    await this.#door.whenServing();
    this.#connect();
  }

  #receive(frame: VisitorFrame): void {
    if (frame.type === "ready") {
      this.#isReady = true;
      this.#secret = frame.visitor;
      this.number = frame.number;
      if (frame.chat !== null) this.#chat = frame.chat.id;
    } else if (frame.type === "message") {
      const { chatId, message } = frame;
      const inChat = this.shown.get(chatId) ?? new Map<number, string>();
      if (message.seq <= Math.max(0, ...inChat.keys()))
        this.surprises.push(`${chatId}/${message.seq} came again or late`);
      this.shown.set(chatId, inChat.set(message.seq, message.text));
      this.#chat = chatId;
    } else if (frame.type === "done" || frame.type === "failed") this.#answers.set(frame.id, frame);
    this.#facts.changed();
  }
}
