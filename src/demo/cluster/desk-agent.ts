import { WebSocket } from "undici";
import { at, decodeLoosely, textAt } from "../json.ts";
import { nowMs, passed } from "../time.ts";
import type { ThreeNodes } from "./three-nodes.ts";

const comeBackAfterMs = 200;
/** If a socket sends nothing for this time, its node is frozen. */
const silenceMs = 6_000;
const beatEveryMs = 2_000;

/**
 * Accepts waiting chats and answers each message of a client once. After it loses its socket, it reconnects to the next node with
 * its cursor.
 */
export class DeskAgent {
  readonly #nodes: ThreeNodes;
  readonly #account: { readonly email: string; readonly password: string };
  #token = "";
  #cursor: number | null = null;
  #socket: WebSocket | null = null;
  #heardAtMs = 0;
  #isOver = false;
  readonly #answered = new Set<string>();
  readonly #asked = new Set<string>();
  readonly #own = new Set<string>();
  /** The last answer of each chat. The answers of a chat are sent one after the other. */
  readonly #last = new Map<string, Promise<void>>();
  readonly #running = new Set<Promise<void>>();
  /** One line for each unexpected answer of the service. */
  readonly mistakes: string[] = [];
  /** The number of reconnections. */
  comebacks = 0;

  constructor(nodes: ThreeNodes, account: { readonly email: string; readonly password: string }) {
    this.#nodes = nodes;
    this.#account = account;
  }

  get token(): string {
    return this.#token;
  }

  async start(): Promise<void> {
    const { status, body } = await this.#nodes.call({ method: "POST", path: "/api/session", body: this.#account });
    if (status !== 200) throw new Error(`Expected 200 for the login of ${this.#account.email}, got ${status}`);
    this.#token = textAt(body, "token");
    this.#open();
    void this.#watch();
  }

  /** Stops the agent. Resolves when all calls that it began are done. */
  async stop(): Promise<void> {
    this.#isOver = true;
    this.#socket?.close();
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #open(): void {
    if (this.#isOver) return;
    const socket = new WebSocket(`${this.#nodes.nextUrl().replace(/^http/, "ws")}/ws/desk`);
    this.#socket = socket;
    this.#heardAtMs = nowMs();
    socket.addEventListener("open", () => {
      const since = this.#cursor === null ? {} : { since: this.#cursor };
      socket.send(JSON.stringify({ type: "hello", token: this.#token, available: true, ...since }));
    });
    socket.addEventListener("message", ({ data }) => this.#hear(decodeLoosely(String(data))));
    socket.addEventListener("error", () => undefined);
    socket.addEventListener("close", () => void this.#comeBack(socket));
  }

  async #comeBack(socket: WebSocket): Promise<void> {
    if (this.#isOver || socket !== this.#socket) return;
    this.#socket = null;
    this.comebacks += 1;
    await passed(comeBackAfterMs);
    this.#open();
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      await passed(beatEveryMs);
      const socket = this.#socket;
      if (socket === null) continue;
      if (nowMs() - this.#heardAtMs > silenceMs) void this.#comeBack(socket);
      else if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: "beat" }));
    }
  }

  #hear(frame: unknown): void {
    this.#heardAtMs = nowMs();
    const cursor = at(frame, "cursor");
    if (typeof cursor === "number") this.#cursor = Math.max(this.#cursor ?? 0, cursor);
    const type = at(frame, "type");
    if (type === "resync") this.#cursor = null;
    const chatId = type === "chat" ? textAt(frame, "chat", "id") : textAt(frame, "chatId");
    if (type === "chat" && at(frame, "chat", "state") === "waiting") this.#begin(this.#take(chatId));
    if (type === "message" && this.#own.has(chatId)) this.#answer(chatId, at(frame, "message"));
  }

  #begin(work: Promise<void>): void {
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
  }

  async #take(chatId: string): Promise<void> {
    if (this.#asked.has(chatId)) return;
    this.#asked.add(chatId);
    const call = { method: "POST", path: `/api/chats/${chatId}/accept`, token: this.#token } as const;
    const { status } = await this.#nodes.call(call);
    if (status !== 200) return;
    await this.#answerAll(chatId);
    // From this line on, the agent answers messages from the socket. Messages that came before are read once more.
    this.#own.add(chatId);
    await this.#answerAll(chatId);
  }

  async #answerAll(chatId: string): Promise<void> {
    const path = `/api/chats/${chatId}/messages`;
    const { body } = await this.#nodes.call({ method: "GET", path, token: this.#token });
    const messages = at(body, "messages");
    if (Array.isArray(messages)) for (const message of messages) this.#answer(chatId, message);
  }

  #answer(chatId: string, message: unknown): void {
    const key = `${chatId}-${textAt(message, "seq")}`;
    if (textAt(message, "from") !== "client" || this.#answered.has(key)) return;
    this.#answered.add(key);
    const body = { type: "text", text: `re: ${textAt(message, "text")}` };
    const path = `/api/chats/${chatId}/messages`;
    const send = async (): Promise<void> => {
      const call = { method: "POST", path, body, token: this.#token, idempotencyKey: key } as const;
      const { status } = await this.#nodes.call(call);
      if (status !== 202) this.mistakes.push(`answering in chat ${chatId}: expected 202, got ${status}`);
    };
    const sent = (this.#last.get(chatId) ?? Promise.resolve()).then(send);
    this.#last.set(chatId, sent);
    this.#begin(sent);
  }
}
