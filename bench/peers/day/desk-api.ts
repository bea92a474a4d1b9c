import { Pool } from "undici";

/** `status` is `null` when no answer arrived. */
export interface ApiAnswer {
  readonly status: number | null;
  readonly body: unknown;
}

/** The desk's API, used by one agent. */
export interface DeskApi {
  call(method: "GET" | "POST", path: string, body?: object): Promise<ApiAnswer>;
  close(): Promise<void>;
}

const connections = 16;

export function createDeskApi(url: string, token: string): DeskApi {
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
export async function readEverything(api: DeskApi, heard: (chatId: string, seq: number) => void): Promise<void> {
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
