import type { AgentReply, AgentStep, DeskReport } from "../../load/day/day-orders.ts";
import { agentText } from "../../load/day/day-texts.ts";
import type { DayLog } from "./day-log.ts";
import type { DeskApi } from "./desk-api.ts";
import { createDeskApi, readEverything } from "./desk-api.ts";
import type { DeskEars, DeskSocket } from "./desk-socket.ts";
import { openDeskSocket } from "./desk-socket.ts";

export interface DeskFacts {
  readonly number: number;
  /** The number of desks. Each chat belongs to one desk, because simultaneous replies of agents are no part of this day. */
  readonly desks: number;
  readonly token: string;
  readonly log: DayLog;
}

interface OwnChat {
  readonly id: string;
  replies: number;
  /** The chat has one step at a time, so that the order of replies is known. After a step without an answer the chat stays busy. */
  isBusy: boolean;
}

/** An agent at work: accepts waiting chats, replies and closes, and records what the desk receives. */
export class Desk implements DeskEars {
  readonly accepted: AgentStep[] = [];
  readonly closed: AgentStep[] = [];
  readonly replies: AgentReply[] = [];
  readonly #facts: DeskFacts;
  readonly #waiting = new Set<string>();
  /** The chat that was served longest ago is first. */
  readonly #own = new Map<string, OwnChat>();
  #heard = new Map<string, Set<number>>();
  #resyncs = 0;
  #strange = 0;
  #socket: DeskSocket | null = null;
  #api: DeskApi | null = null;
  #written = 0;

  constructor(facts: DeskFacts) {
    this.#facts = facts;
  }

  async open(url: string): Promise<void> {
    const { token } = this.#facts;
    await this.#api?.close();
    this.#api = createDeskApi(url, token);
    this.#strange += this.#socket?.strange ?? 0;
    this.#socket?.close();
    this.#socket = await openDeskSocket({ url, token, since: this.#socket?.cursor ?? null }, this);
  }

  /** Acts like a reloaded page: it forgets everything and reads everything again. Resolves when all is read. */
  async reload(url: string): Promise<void> {
    this.#strange += this.#socket?.strange ?? 0;
    this.#socket?.close();
    this.#socket = null;
    this.#heard = new Map();
    await this.open(url);
    // The socket delivers everything that arrives during the reading.
    if (this.#api !== null) await readEverything(this.#api, (chatId, seq) => this.heardMessage(chatId, seq));
  }

  report(): DeskReport {
    return {
      name: `desk ${this.#facts.number}`,
      heard: Object.fromEntries([...this.#heard].map(([chatId, seqs]) => [chatId, [...seqs]])),
      resyncs: this.#resyncs,
      strange: this.#strange + (this.#socket?.strange ?? 0),
    };
  }

  heardMessage(chatId: string, seq: number): void {
    const seqs = this.#heard.get(chatId) ?? new Set();
    seqs.add(seq);
    this.#heard.set(chatId, seqs);
  }

  heardChat(chatId: string, _channelId: string, state: string): void {
    const { number, desks } = this.#facts;
    if (Number(chatId) % desks !== number) return;
    if (state === "waiting") this.#waiting.add(chatId);
    else this.#waiting.delete(chatId);
    if (state === "closed") this.#own.delete(chatId);
  }

  mustReadAnew(): void {
    this.#resyncs += 1;
  }

  async accept(dueAtMs: number): Promise<void> {
    const [id] = this.#waiting;
    if (id === undefined) return this.#facts.log.idle("accept");
    this.#waiting.delete(id);
    if ((await this.#step("accept", dueAtMs, `/api/chats/${id}/accept`, 200)) === undefined) return;
    this.accepted.push({ chatId: id, dueAtMs });
    this.#own.set(id, { id, replies: 0, isBusy: false });
  }

  async reply(dueAtMs: number): Promise<void> {
    const chat = this.#free(() => true);
    if (chat === undefined) return this.#facts.log.idle("reply");
    this.#written += 1;
    const text = agentText(this.#facts.number, this.#written);
    const body = { type: "text", text };
    const answer = await this.#stepIn(chat, "reply", dueAtMs, `/api/chats/${chat.id}/messages`, 202, body);
    if (answer === undefined) return;
    const { message } = answer as { readonly message: { readonly id: string; readonly seq: number } };
    chat.replies += 1;
    this.replies.push({ chatId: chat.id, dueAtMs, messageId: message.id, seq: message.seq, text });
  }

  async close(dueAtMs: number): Promise<void> {
    const chat = this.#free(({ replies }) => replies > 0);
    if (chat === undefined) return this.#facts.log.idle("close");
    if ((await this.#stepIn(chat, "close", dueAtMs, `/api/chats/${chat.id}/close`, 200)) === undefined) return;
    this.closed.push({ chatId: chat.id, dueAtMs });
    this.#own.delete(chat.id);
  }

  #free(isMeant: (chat: OwnChat) => boolean): OwnChat | undefined {
    for (const chat of this.#own.values()) if (!chat.isBusy && isMeant(chat)) return chat;
    return undefined;
  }

  /** The chat goes to the end of the queue. */
  async #stepIn(
    chat: OwnChat,
    ...[kind, dueAtMs, path, wanted, body]: [string, number, string, number, object?]
  ): Promise<unknown> {
    chat.isBusy = true;
    this.#own.delete(chat.id);
    this.#own.set(chat.id, chat);
    const answer = await this.#step(kind, dueAtMs, path, wanted, body);
    if (answer !== undefined) chat.isBusy = false;
    return answer;
  }

  /** Returns `undefined` when the answer was not the wanted one. */
  async #step(kind: string, dueAtMs: number, path: string, wanted: number, body?: object): Promise<unknown> {
    const { log } = this.#facts;
    log.begin();
    const { status, body: answer } = (await this.#api?.call("POST", path, body)) ?? { status: null, body: null };
    if (status !== wanted) return void log.failed(kind, status);
    log.done(kind, dueAtMs);
    return answer;
  }
}
