import { Pool } from "undici";
import { agent } from "./service.ts";

/** An agent of the bench who has logged in. */
export interface DeskAgent {
  readonly token: string;
  /** Accepts this many waiting chats; answers their ids. */
  acceptChats(count: number): Promise<readonly string[]>;
  /** Replies in a chat; resolves with the 202. */
  reply(chatId: string, text: string): Promise<void>;
  close(): Promise<void>;
}

const requestsAtOnce = 32;

export async function logIn(url: string): Promise<DeskAgent> {
  const pool = new Pool(url, { connections: requestsAtOnce });
  const call = async (method: "GET" | "POST", path: string, token: string, body?: object): Promise<unknown> => {
    const response = await pool.request({
      method,
      path,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.body.text();
    if (response.statusCode !== 200 && response.statusCode !== 202)
      throw new Error(`${method} ${path} was answered ${response.statusCode}: ${text}`);
    return JSON.parse(text);
  };
  const { token } = (await call("POST", "/api/session", "", agent)) as { readonly token: string };

  const waitingChats = async (count: number): Promise<readonly string[]> => {
    const ids: string[] = [];
    for (let cursor: string | null = ""; cursor !== null && ids.length < count; ) {
      const path = `/api/chats?state=waiting&cursor=${encodeURIComponent(cursor)}`;
      const page = (await call("GET", path, token)) as ChatPage;
      ids.push(...page.chats.map(({ id }) => id));
      cursor = page.cursor;
    }
    if (ids.length < count) throw new Error(`Expected ${count} waiting chats, got ${ids.length}`);
    return ids.slice(0, count);
  };
  return {
    token,
    async acceptChats(count) {
      const ids = await waitingChats(count);
      for (let first = 0; first < count; first += requestsAtOnce) {
        const some = ids.slice(first, first + requestsAtOnce);
        await Promise.all(some.map((id) => call("POST", `/api/chats/${id}/accept`, token)));
      }
      return ids;
    },
    async reply(chatId, text) {
      await call("POST", `/api/chats/${chatId}/messages`, token, { type: "text", text });
    },
    close: () => pool.close(),
  };
}

interface ChatPage {
  readonly chats: readonly { readonly id: string }[];
  readonly cursor: string | null;
}
