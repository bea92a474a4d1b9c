import { Random } from "../loop/random.ts";
import type { ClientSocket } from "../network/client.ts";
import { channels } from "./names.ts";
import type { Stage } from "./stage.ts";
import { Door } from "./stage.ts";

export interface PagePlan {
  readonly kind: "page";
  readonly name: string;
  readonly seed: number;
  readonly pauseMsMax: number;
  /** The probability that the page is closed, or loses its network, and returns. */
  readonly leaves: number;
}

interface VisitorFrame {
  readonly type: string;
  readonly id: string;
  readonly reason: string;
  readonly retryAfter?: number;
  readonly visitor: string;
  readonly number: number;
  /** In a `done` frame: the chat of a request that was already stored. */
  readonly chatId?: string;
  readonly chat: { readonly id: string } | null;
  readonly message: { readonly seq: number; readonly text: string };
}

const comeBackMs = 600;
/** A page that receives nothing for this time reconnects. */
const answerWithinMs = 10_000;

/** A page with the widget. It sends one message after the other, loses its network, and reconnects with its cursor. */
export class Page {
  readonly name: string;
  /** By chat, the received messages by their number in the chat. */
  readonly shown = new Map<string, Map<number, string>>();
  /** The visitor's number. */
  number: number | null = null;
  readonly #plan: PagePlan;
  readonly #stage: Stage;
  readonly #random: Random;
  readonly #door: Door;
  #socket: ClientSocket | null = null;
  #isReady = false;
  #secret: string | null = null;
  #chat: string | null = null;
  #waiting: { readonly id: string; readonly told: (frame: VisitorFrame | null) => void } | null = null;

  constructor(stage: Stage, plan: PagePlan) {
    this.name = plan.name;
    this.#plan = plan;
    this.#stage = stage;
    this.#random = new Random(plan.seed);
    this.#door = new Door(stage, new Random(plan.seed, "door"), `10.4.0.${plan.seed % 250}`);
  }

  async run(): Promise<void> {
    const { workUntilMs, time } = this.#stage;
    await this.#door.sleep(this.#random.between(0, this.#plan.pauseMsMax));
    this.#connect();
    for (let number = 1; time.nowMs < workUntilMs; number += 1) {
      await this.#say(`request-${number}`, `${this.name} ${number}`);
      await this.#door.sleep(this.#random.between(0, this.#plan.pauseMsMax));
      if (this.#random.chance(this.#plan.leaves)) this.#lose();
    }
  }

  /** Sends a message, and repeats it with the same id until it is answered. */
  async #say(id: string, text: string): Promise<void> {
    const { history, time } = this.#stage;
    const askedAtMs = time.nowMs;
    history.tell(`${this.name} says "${text}"`);
    for (;;) {
      if (!this.#isReady) {
        await this.#door.sleep(100);
        continue;
      }
      const answer = await this.#ask({ id, type: "message", text });
      if (answer === null) continue;
      history.tell(`"${text}" is answered ${answer.type} ${answer.reason ?? ""}`);
      if (answer.type === "done") {
        if (answer.chatId !== undefined && answer.chatId !== this.#chat) this.#lookAt(answer.chatId);
        history.said.push({ who: this.name, text, askedAtMs, takenAtMs: time.nowMs });
        return;
      }
      if (answer.retryAfter === undefined) {
        history.surprise(`"${text}" of ${this.name} was refused: ${answer.reason}`);
        return;
      }
      await this.#door.sleep(answer.retryAfter * 1_000);
    }
  }

  #ask(request: { readonly id: string; readonly type: string; readonly text: string }): Promise<VisitorFrame | null> {
    return new Promise((resolve) => {
      const waiting = { id: request.id, told: resolve };
      this.#waiting = waiting;
      this.#socket?.send(JSON.stringify(request));
      this.#stage.time.after(answerWithinMs, () => {
        if (this.#waiting === waiting) this.#lose();
      });
    });
  }

  /** For a message that is already stored in a chat that the page does not know. The next hello names this chat. */
  #lookAt(chatId: string): void {
    this.#chat = chatId;
    this.#lose();
  }

  #lose(): void {
    this.#socket?.vanish();
    this.#gone();
  }

  #gone(): void {
    this.#socket = null;
    this.#isReady = false;
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.told(null);
    void this.#door.sleep(comeBackMs).then(() => this.#connect());
  }

  #connect(): void {
    if (this.#socket !== null) return;
    const socket: ClientSocket = this.#door.client.openSocket(this.#door.machine(), "/ws/widget", {
      opened: () => socket.send(JSON.stringify(this.#hello())),
      frame: (text) => {
        if (this.#socket === socket) this.#take(JSON.parse(text));
      },
      closed: (code) => {
        if (this.#socket !== socket) return;
        this.#stage.history.tell(`the page of ${this.name} is closed with ${code}`);
        this.#gone();
      },
    });
    this.#socket = socket;
  }

  #hello(): object {
    const chat = this.#chat;
    const since = chat === null ? {} : { chat, since: Math.max(0, ...(this.shown.get(chat)?.keys() ?? [])) };
    const visitor = this.#secret === null ? {} : { visitor: this.#secret };
    return { type: "hello", widget: channels.widget, ...visitor, ...since };
  }

  #take(frame: VisitorFrame): void {
    if (frame.type === "ready") {
      this.#isReady = true;
      if (this.#secret !== null && frame.visitor !== this.#secret)
        this.#stage.history.surprise(`${this.name} is another visitor than before`);
      this.#secret = frame.visitor;
      this.number = frame.number;
      if (frame.chat !== null) this.#chat = frame.chat.id;
    } else if (frame.type === "message") this.#show(frame);
    else if ((frame.type === "done" || frame.type === "failed") && this.#waiting?.id === frame.id) {
      const waiting = this.#waiting;
      this.#waiting = null;
      waiting.told(frame);
    }
  }

  #show({ chatId = "", message: { seq, text } }: VisitorFrame): void {
    const { history } = this.#stage;
    const inChat = this.shown.get(chatId) ?? new Map<number, string>();
    if (seq <= Math.max(0, ...inChat.keys())) history.surprise(`${this.name} was shown ${chatId}/${seq} again or late`);
    this.shown.set(chatId, inChat.set(seq, text));
    this.#chat = chatId;
    history.tell(`${this.name} sees ${chatId}/${seq} "${text}"`);
  }
}
