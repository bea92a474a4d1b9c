import type { DemoLogin } from "../demo-config.ts";
import type { FlowLog } from "../flow-log.ts";
import { at, listAt, textAt } from "../json.ts";
import type { ParleyCall, ParleyService, Upload } from "./parley-client.ts";
import { callParley, expectSuccess } from "./parley-client.ts";
import { ReturningSocket } from "./returning-socket.ts";

/** A file that an agent can send. */
export interface AgentFile extends Upload {
  readonly name: string;
}

/** An agent's client. It logs in, keeps the desk's socket open, accepts chats, types and replies. */
export class ScriptedAgent {
  readonly socket: ReturningSocket;
  readonly #service: ParleyService;
  readonly #account: DemoLogin;
  #token: string | null = null;
  #cursor: number | null = null;
  readonly #listeners = new Set<(frame: unknown) => void>();
  /** The client whose frames each log records. `null`: the log records the frames that no other log records. */
  readonly #logs = new Map<FlowLog, string | null>();
  readonly #formerClients = new Set<string>();
  readonly #clientOfChat = new Map<string, string>();
  /** Frames about chats whose client is not known yet. */
  readonly #early: unknown[] = [];

  constructor(service: ParleyService, account: DemoLogin) {
    this.#service = service;
    this.#account = account;
    this.socket = new ReturningSocket(service, "/ws/desk", {
      hello: () => this.#hello(),
      received: (frame) => this.#received(frame),
    });
  }

  /** Logs in and opens the desk's socket. Later calls have no effect. Resolves when the service sends `ready`. */
  async connect(log: FlowLog): Promise<void> {
    if (this.#token !== null) return;
    const session = await this.#call({ method: "POST", path: "/api/session", body: this.#account }, log);
    this.#token = textAt(session, "token");
    this.socket.open();
    await this.socket.until("the frame ready", (frame) => at(frame, "type") === "ready");
  }

  /** From this call on, `log` records the frames about this client. A visitor is named by its number. With `null`, see `#logs`. */
  follow(log: FlowLog, clientId: string | null): void {
    this.#logs.set(log, clientId);
  }

  /** No log records later frames about the client of this log. */
  unfollow(log: FlowLog): void {
    const clientId = this.#logs.get(log);
    if (typeof clientId === "string") this.#formerClients.add(clientId);
    this.#logs.delete(log);
  }

  /** Calls `listener` with every later frame. */
  listen(listener: (frame: unknown) => void): void {
    this.#listeners.add(listener);
  }

  async accept(chatId: string, log: FlowLog): Promise<void> {
    await this.#call({ method: "POST", path: `/api/chats/${chatId}/accept` }, log);
  }

  /** Reports to the customer that an answer is being written. A lost report is not repeated, because it is worthless later. */
  async type(chatId: string, log: FlowLog): Promise<void> {
    const call = {
      method: "POST",
      path: `/api/chats/${chatId}/typing`,
      body: { type: "typein" },
      isNotice: true,
    } as const;
    await this.#call(call, log).catch(() => undefined);
  }

  /** Sends a text. Resolves with the message as the service stored it. Each message needs its own key. */
  reply(chatId: string, text: string, idempotencyKey: string, log: FlowLog): Promise<unknown> {
    return this.#send(chatId, { type: "text", text }, idempotencyKey, log);
  }

  /** Uploads a file, then sends it as a message with the fields that the service returned. */
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

  /** Reads from the delivery log when the attempts of a message, or of an event for the bot, began. */
  async readAttempts(chatId: string, messageId: string): Promise<readonly number[]> {
    const call = { method: "GET", path: `/api/deliveries?chat=${chatId}` } as const;
    const deliveries = listAt(await this.#call(call, null), "deliveries");
    const delivery = deliveries.find((one) => textAt(one, "messageId") === messageId);
    return listAt(delivery, "attempts").map((attempt) => Number(textAt(attempt, "at")));
  }

  async #send(chatId: string, body: object, idempotencyKey: string, log: FlowLog): Promise<unknown> {
    const path = `/api/chats/${chatId}/messages`;
    return at(await this.#call({ method: "POST", path, body, idempotencyKey }, log), "message");
  }

  #call(call: ParleyCall, log: FlowLog | null): Promise<unknown> {
    const authorized = { ...call, token: () => this.#token };
    return expectSuccess(call, callParley(this.#service, "agent", authorized, log));
  }

  #hello(): object {
    const since = this.#cursor === null ? {} : { since: this.#cursor };
    const hello = { type: "hello", token: this.#token, available: true, ...since };
    for (const log of this.#logs.keys()) log.frame("agent", "parley", hello);
    return hello;
  }

  #received(frame: unknown): void {
    const cursor = at(frame, "cursor");
    if (typeof cursor === "number") this.#cursor = cursor;
    if (at(frame, "type") === "chat") this.#relate(frame);
    const chatId = chatIdOf(frame);
    if (chatId !== "" && !this.#clientOfChat.has(chatId)) this.#early.push(frame);
    else this.#writeDown(frame);
    for (const listener of [...this.#listeners]) listener(frame);
  }

  /** Relates a chat to its client. The frame of the first message arrives before the frame of the chat, which names the client. */
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

  /** The logs that record frames about this client. All logs record frames that are about no client. */
  #logsOf(clientId: string): readonly FlowLog[] {
    const entries = [...this.#logs];
    if (this.#formerClients.has(clientId)) return [];
    const logs = entries.filter(([, followed]) => clientId === "" || followed === clientId);
    const chosen = logs.length > 0 ? logs : entries.filter(([, followed]) => followed === null);
    return chosen.map(([log]) => log);
  }
}

const chatIdOf = (frame: unknown): string => textAt(frame, "chatId") || textAt(frame, "chat", "id");

/** The visitor who left an offline message. "" for any other frame. */
function writerOf(frame: unknown): string {
  const number = textAt(frame, "offlineMessage", "clientNumber");
  return number === "" ? "" : visitorNumbered(number);
}

/** The name under which an agent follows a visitor, because frames name a visitor only by number. */
export const visitorNumbered = (number: string): string => `visitor ${number}`;

/** The files that the scripted agent can send. */
export const receipt: AgentFile = {
  name: "receipt-1042.txt",
  contentType: "text/plain",
  content: ["Sample shop", "Receipt for order 1042", "1 bicycle bell, 12.90", "Paid. Thank you!", ""].join("\n"),
};

/** A drawing of a parcel, 320 by 200 px. */
export const parcelPhoto: AgentFile = {
  name: "parcel.webp",
  contentType: "image/webp",
  content: Buffer.from(
    "UklGRnoAAABXRUJQVlA4TG0AAAAvP8ExAC+gkJEkxp/tLO6+OVQNtQAQMAKd+ePEsUAiCzChGOwo40igt/mP/5enGRQA+QqKIkmNsIAFLGABC/h3kzuvayL6PwGK//H/" +
      "lT3bW2G2Z1jRviTa47/XhtQCr6Ynik84l2/xfob/vzMBAA==",
    "base64",
  ),
};
