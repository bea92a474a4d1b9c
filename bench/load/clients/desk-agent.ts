import { Pool } from "undici";
import { openSession } from "../../../test/harness/open-session.ts";
import { agent } from "../service/service.ts";

/** An agent of the bench who has logged in. */
export interface DeskAgent {
  readonly token: string;
  /** Lists every chat of a channel in this state. */
  listChats(channelId: string, state: "waiting" | "with_bot"): Promise<readonly ListedChat[]>;
  /** Accepts this many waiting chats; returns their ids. */
  acceptChats(count: number): Promise<readonly string[]>;
  /** Takes this step in each of the chats, several at once. */
  stepInAll(chatIds: readonly string[], method: "POST" | "PATCH", step: string, body?: object): Promise<void>;
  /** Replays the channel's next dead letters. Returns the cursor of the next page, `null` at the end. */
  replay(channelId: string, cursor: string | null): Promise<ReplayedPage>;
  /** Replies in a chat; resolves with the 202. */
  reply(chatId: string, text: string): Promise<void>;
  close(): Promise<void>;
}

export interface ReplayedPage {
  readonly replayed: number;
  readonly cursor: string | null;
}

export interface ListedChat {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const requestsAtOnce = 32;

export async function logIn(url: string): Promise<DeskAgent> {
  const pool = new Pool(url, { connections: requestsAtOnce });
  const call = async (
    method: "GET" | "POST" | "PATCH",
    path: string,
    token: string,
    body?: object,
  ): Promise<unknown> => {
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
  const token = await openSession(url, agent);

  const listChats = async (query: string, count: number): Promise<readonly ListedChat[]> => {
    const chats: ListedChat[] = [];
    for (let cursor: string | null = ""; cursor !== null && chats.length < count; ) {
      const path = `/api/chats?${query}&cursor=${encodeURIComponent(cursor)}`;
      const page = (await call("GET", path, token)) as ChatPage;
      chats.push(...page.chats);
      cursor = page.cursor;
    }
    return chats;
  };
  const stepInAll: DeskAgent["stepInAll"] = async (chatIds, method, step, body) => {
    for (let first = 0; first < chatIds.length; first += requestsAtOnce) {
      const some = chatIds.slice(first, first + requestsAtOnce);
      await Promise.all(some.map((id) => call(method, `/api/chats/${id}/${step}`, token, body)));
    }
  };
  const waitingChats = async (count: number): Promise<readonly string[]> => {
    const chats = await listChats("state=waiting", count);
    if (chats.length < count) throw new Error(`Expected ${count} waiting chats, got ${chats.length}`);
    return chats.slice(0, count).map(({ id }) => id);
  };
  return {
    token,
    listChats: (channelId, state) => listChats(`state=${state}&channel=${channelId}`, Number.POSITIVE_INFINITY),
    async acceptChats(count) {
      const ids = await waitingChats(count);
      await stepInAll(ids, "POST", "accept");
      return ids;
    },
    stepInAll,
    async replay(channelId, cursor) {
      const body = cursor === null ? {} : { cursor };
      return (await call("POST", `/api/channels/${channelId}/webhooks/replay`, token, body)) as ReplayedPage;
    },
    async reply(chatId, text) {
      await call("POST", `/api/chats/${chatId}/messages`, token, { type: "text", text });
    },
    close: () => pool.close(),
  };
}

interface ChatPage {
  readonly chats: readonly ListedChat[];
  readonly cursor: string | null;
}
