import { Pool } from "undici";
import type { AgentReply, AgentStep, DeskReport } from "../../load/day/day-orders.ts";
import { agentText } from "../../load/day/day-texts.ts";
import type { DayLog } from "./day-log.ts";
import type { DeskEars, DeskSocket } from "./desk-socket.ts";
import { openDeskSocket } from "./desk-socket.ts";

/** `status` is `null` when no answer arrived. */
interface ApiAnswer {
  readonly status: number | null;
  readonly body: unknown;
}

/** The desk's API, used by one agent. */
interface DeskApi {
  call(method: "GET" | "POST", path: string, body?: object): Promise<ApiAnswer>;
  close(): Promise<void>;
}

const connections = 16;

function createDeskApi(url: string, token: string): DeskApi {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return {
    async call(method, path, body) {
      try {
        const text = body === undefined ? {} : { body: JSON.stringify(body) };
        const response = await pool.request({ method, path, headers, ...text });
        return { status: response.statusCode, body: await response.body.json() };
      } catch {
        // The bench has killed the service on purpose.
        return { status: null, body: null };
      }
    },
    close: () => pool.destroy(),
  };
}

interface Listed {
  readonly chats: readonly { readonly id: string }[];
  readonly cursor: string | null;
}
interface Read {
  readonly messages: readonly { readonly seq: number }[];
}

/** Reads every message of every chat that the agent may see, like a newly loaded page. Throws when an answer is missing. */
async function readEverything(api: DeskApi, heard: (chatId: string, seq: number) => void): Promise<void> {
  const read = async (path: string): Promise<unknown> => {
    const { status, body } = await api.call("GET", path);
    if (status !== 200) throw new Error(`GET ${path} was answered ${status ?? "nothing"}`);
    return body;
  };
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page = (await read(`/api/chats?cursor=${encodeURIComponent(cursor)}`)) as Listed;
    for (const { id } of page.chats) await readChat(id, read, heard);
    cursor = page.cursor;
  }
}

async function readChat(
  id: string,
  read: (path: string) => Promise<unknown>,
  heard: (chatId: string, seq: number) => void,
): Promise<void> {
  for (let after = 0, isMore = true; isMore; ) {
    const { messages } = (await read(`/api/chats/${id}/messages?after=${after}`)) as Read;
    for (const { seq } of messages) heard(id, seq);
    isMore = messages.length > 0;
    after = messages.at(-1)?.seq ?? after;
  }
}

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
