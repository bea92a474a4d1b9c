import { WebSocket } from "undici";
import { at, decodeLoosely, listAt, textAt } from "./json.ts";
import type { ParleyCall, Upload } from "./parley-client.ts";
import { callParley, expectSuccess } from "./parley-client.ts";
import type { ServiceProcess } from "./service-process.ts";
import { passed, within } from "./time.ts";
import type { FlowLog } from "./transcript/flow-log.ts";

const frameTimeoutMs = 30_000;
const pauseMs = 100;
/** Enough for every flow; later ones are listened to as they come. */
const framesKept = 1_000;

/** A file an agent has at hand. */
export interface AgentFile extends Upload {
  readonly name: string;
}

/** An agent's client: logs in, holds the desk's socket, accepts, types and replies. */
export class ScriptedAgent {
  readonly #service: ServiceProcess;
  readonly #account: { readonly email: string; readonly password: string };
  #token: string | null = null;
  #socket: WebSocket | null = null;
  #cursor: number | null = null;
  #isLeaving = false;
  #comebacks = 0;
  readonly #frames: unknown[] = [];
  readonly #listeners = new Set<(frame: unknown) => void>();
  /** Who writes down what, by the client it is about; `null` for whatever nobody else does. */
  readonly #logs = new Map<FlowLog, string | null>();
  readonly #formerClients = new Set<string>();
  readonly #clientOfChat = new Map<string, string>();
  /** Frames about chats whose client is not known yet. */
  readonly #early: unknown[] = [];

  constructor(service: ServiceProcess, account: { readonly email: string; readonly password: string }) {
    this.#service = service;
    this.#account = account;
  }

  /** Logs in and opens the desk's socket, once; resolves when the service calls the agent ready. */
  async connect(log: FlowLog): Promise<void> {
    if (this.#socket !== null) return;
    const session = await this.#call({ method: "POST", path: "/api/session", body: this.#account }, log);
    this.#token = textAt(session, "token");
    const ready = this.until("the frame ready", (frame) => at(frame, "type") === "ready");
    this.#open();
    await ready;
  }

  /** How often the socket was lost: what has no cursor may have been missed then. */
  get comebacks(): number {
    return this.#comebacks;
  }

  /** From now on frames about this client go to that log, a visitor by its number; without a client, those that no other log takes. */
  follow(log: FlowLog, clientId: string | null): void {
    this.#logs.set(log, clientId);
  }

  /** What still comes about its client is nobody's. */
  unfollow(log: FlowLog): void {
    const clientId = this.#logs.get(log);
    if (typeof clientId === "string") this.#formerClients.add(clientId);
    this.#logs.delete(log);
  }

  /** Hears every frame that comes from now on. */
  listen(listener: (frame: unknown) => void): void {
    this.#listeners.add(listener);
  }

  /** The first frame, come or to come, that fits. */
  until(awaited: string, fits: (frame: unknown) => boolean): Promise<unknown> {
    const known = this.#frames.find(fits);
    if (known !== undefined) return Promise.resolve(known);
    const found = new Promise<unknown>((resolve) => {
      const look = (frame: unknown): void => {
        if (!fits(frame)) return;
        this.#listeners.delete(look);
        resolve(frame);
      };
      this.#listeners.add(look);
    });
    return within(frameTimeoutMs, awaited, found);
  }

  async accept(chatId: string, log: FlowLog): Promise<void> {
    await this.#call({ method: "POST", path: `/api/chats/${chatId}/accept` }, log);
  }

  /** Tells the customer that an answer is being written. One that is lost is worth no second one. */
  async type(chatId: string, log: FlowLog): Promise<void> {
    const call = {
      method: "POST",
      path: `/api/chats/${chatId}/typing`,
      body: { type: "typein" },
      isNotice: true,
    } as const;
    await this.#call(call, log).catch(() => undefined);
  }

  /** Answers the message as the service numbered it; the same key is never sent twice. */
  reply(chatId: string, text: string, idempotencyKey: string, log: FlowLog): Promise<unknown> {
    return this.#send(chatId, { type: "text", text }, idempotencyKey, log);
  }

  /** Uploads a file, then sends it as the message the service says it is. */
  async sendFile(
    chatId: string,
    { name, ...upload }: AgentFile,
    text: string,
    idempotencyKey: string,
    log: FlowLog,
  ): Promise<unknown> {
    const path = `/api/chats/${chatId}/files?name=${encodeURIComponent(name)}`;
    const uploaded = at(await this.#call({ method: "POST", path, upload }, log), "file");
    const fields = ["type", "file", "file_name", "file_size"].map((key) => [key, at(uploaded, key)]);
    return this.#send(chatId, { ...Object.fromEntries(fields), text }, idempotencyKey, log);
  }

  async resend(deliveryId: string, log: FlowLog): Promise<void> {
    await this.#call({ method: "POST", path: `/api/deliveries/${deliveryId}/resend` }, log);
  }

  /** Binds the chat to its card in the CRM. */
  async bind(chatId: string, log: FlowLog): Promise<void> {
    await this.#call({ method: "POST", path: `/api/chats/${chatId}/assign` }, log);
  }

  async close(chatId: string, log: FlowLog): Promise<void> {
    await this.#call({ method: "POST", path: `/api/chats/${chatId}/close` }, log);
  }

  async readChat(chatId: string): Promise<unknown> {
    return at(await this.#call({ method: "GET", path: `/api/chats/${chatId}` }, null), "chat");
  }

  async listChats(query: string): Promise<unknown> {
    return at(await this.#call({ method: "GET", path: `/api/chats?${query}` }, null), "chats");
  }

  /** When the attempts of a message or of an event for the bot began, as the delivery log has it. */
  async readAttempts(chatId: string, messageId: string): Promise<readonly number[]> {
    const call = { method: "GET", path: `/api/deliveries?chat=${chatId}` } as const;
    const deliveries = listAt(await this.#call(call, null), "deliveries");
    const delivery = deliveries.find((one) => textAt(one, "messageId") === messageId);
    return listAt(delivery, "attempts").map((attempt) => Number(textAt(attempt, "at")));
  }

  leave(): void {
    this.#isLeaving = true;
    this.#socket?.close();
  }

  async #send(chatId: string, body: object, idempotencyKey: string, log: FlowLog): Promise<unknown> {
    const path = `/api/chats/${chatId}/messages`;
    return at(await this.#call({ method: "POST", path, body, idempotencyKey }, log), "message");
  }

  #call(call: ParleyCall, log: FlowLog | null): Promise<unknown> {
    const authorized = { ...call, token: () => this.#token };
    return expectSuccess(call, callParley(this.#service, "agent", authorized, log));
  }

  #open(): void {
    const socket = new WebSocket(`${this.#service.url.replace("http", "ws")}/ws/desk`);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      const since = this.#cursor === null ? {} : { since: this.#cursor };
      const hello = { type: "hello", token: this.#token, available: true, ...since };
      for (const log of this.#logs.keys()) log.frame("agent", "parley", hello);
      socket.send(JSON.stringify(hello));
    });
    socket.addEventListener("message", ({ data }) => this.#received(decodeLoosely(String(data))));
    socket.addEventListener("close", () => void this.#reopen());
    // A close follows every error, and says enough.
    socket.addEventListener("error", () => undefined);
  }

  async #reopen(): Promise<void> {
    if (this.#isLeaving) return;
    await passed(pauseMs);
    try {
      await this.#service.whenReady();
    } catch {
      // Told by the service itself: there is nothing left to connect to.
      return;
    }
    if (this.#isLeaving) return;
    this.#comebacks += 1;
    this.#open();
  }

  #received(frame: unknown): void {
    const cursor = at(frame, "cursor");
    if (typeof cursor === "number") this.#cursor = cursor;
    if (at(frame, "type") === "chat") this.#relate(frame);
    const chatId = chatIdOf(frame);
    if (chatId !== "" && !this.#clientOfChat.has(chatId)) this.#early.push(frame);
    else this.#writeDown(frame);
    this.#frames.push(frame);
    if (this.#frames.length > framesKept) this.#frames.shift();
    for (const listener of [...this.#listeners]) listener(frame);
  }

  /** A chat's first message is shown before the chat itself, which names its client. */
  #relate(frame: unknown): void {
    const client = at(frame, "chat", "client");
    const visitor = visitorNumbered(textAt(client, "number"));
    const isVisitor = this.#formerClients.has(visitor) || [...this.#logs.values()].includes(visitor);
    this.#clientOfChat.set(chatIdOf(frame), isVisitor ? visitor : textAt(client, "id"));
    for (const early of this.#early.splice(0)) {
      if (this.#clientOfChat.has(chatIdOf(early))) this.#writeDown(early);
      else this.#early.push(early);
    }
  }

  #writeDown(frame: unknown): void {
    for (const log of this.#logsOf(this.#clientOfChat.get(chatIdOf(frame)) ?? writerOf(frame))) {
      log.frame("parley", "agent", frame);
    }
  }

  /** Frames that are about nobody are everybody's. */
  #logsOf(clientId: string): readonly FlowLog[] {
    const entries = [...this.#logs];
    if (this.#formerClients.has(clientId)) return [];
    const logs = entries.filter(([, followed]) => clientId === "" || followed === clientId);
    const chosen = logs.length > 0 ? logs : entries.filter(([, followed]) => followed === null);
    return chosen.map(([log]) => log);
  }
}

const chatIdOf = (frame: unknown): string => textAt(frame, "chatId") || textAt(frame, "chat", "id");

/** Who left an offline message; "" in any other frame. */
function writerOf(frame: unknown): string {
  const number = textAt(frame, "offlineMessage", "clientNumber");
  return number === "" ? "" : visitorNumbered(number);
}

/** Whom an agent follows that knows a visitor by its number alone. */
export const visitorNumbered = (number: string): string => `visitor ${number}`;
