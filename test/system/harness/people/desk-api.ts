import type { DeskChat, DeskMessage } from "../../../../src/codec/desk/desk.ts";
import type { DeskDeliveryRecord } from "../../../../src/codec/desk/desk-log.ts";
import type { DeskOfflineMessage } from "../../../../src/codec/desk/desk-offline.ts";
import type { ApiBody } from "../../../harness/api-body.ts";
import { everyPage } from "../../../harness/every-page.ts";
import { openSession } from "../../../harness/open-session.ts";
import { kim } from "../service/installation.ts";

export interface ApiAnswer {
  readonly status: number;
  readonly body: ApiBody;
}

/** Sends one request to a path of the service. */
export type Ask = (path: string, request: RequestInit) => Promise<Response>;

/** The desk's REST API, used by one agent. Every call rejects when the connection breaks. */
export class DeskApi {
  readonly token: string;
  readonly #ask: Ask;

  constructor(ask: Ask, token: string) {
    this.#ask = ask;
    this.token = token;
  }

  static async logIn(url: string, account: { email: string; password: string } = kim): Promise<DeskApi> {
    return new DeskApi((path, request) => fetch(url + path, request), await openSession(url, account));
  }

  async call(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<ApiAnswer> {
    const answer = await this.#ask(`/api${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  }

  accept(chatId: string): Promise<ApiAnswer> {
    return this.call("POST", `/chats/${chatId}/accept`);
  }

  close(chatId: string): Promise<ApiAnswer> {
    return this.call("POST", `/chats/${chatId}/close`);
  }

  reopen(chatId: string): Promise<ApiAnswer> {
    return this.call("POST", `/chats/${chatId}/reopen`);
  }

  /** Returns the ids of all chats in the archive, read page by page. */
  async archived(): Promise<readonly string[]> {
    return (await this.#all("/archive?", ({ chats }) => chats)).map(({ id }) => id);
  }

  /** Returns the deliveries of a query, read page by page. */
  deliveries(query: string): Promise<readonly DeskDeliveryRecord[]> {
    return this.#all(`/deliveries?${query}&`, ({ deliveries }) => deliveries);
  }

  /** Returns all offline messages, read page by page. */
  offlineMessages(): Promise<readonly DeskOfflineMessage[]> {
    return this.#all("/offline-messages?", ({ offlineMessages }) => offlineMessages);
  }

  reply(chatId: string, text: string, idempotencyKey?: string): Promise<ApiAnswer> {
    const headers = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
    return this.call("POST", `/chats/${chatId}/messages`, { type: "text", text }, headers);
  }

  /** Returns every message of a chat, read page by page. */
  async messages(chatId: string): Promise<readonly DeskMessage[]> {
    const all: DeskMessage[] = [];
    for (;;) {
      const { body } = await this.call("GET", `/chats/${chatId}/messages?after=${all.at(-1)?.seq ?? 0}`);
      const page: readonly DeskMessage[] = body.messages;
      if (page.length === 0) return all;
      all.push(...page);
    }
  }

  /** Returns every chat, read page by page. */
  chats(): Promise<readonly DeskChat[]> {
    return this.#all("/chats?", ({ chats }) => chats);
  }

  #all<Item>(path: string, itemsOf: (body: ApiBody) => readonly Item[]): Promise<Item[]> {
    return everyPage(async (cursor) => (await this.call("GET", `${path}cursor=${cursor}`)).body, itemsOf);
  }
}
