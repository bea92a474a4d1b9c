/** The requests of an operator and of a customer system to the service. */
export interface ServiceClient {
  /** Posts a customer's message to the endpoint. Resolves with the status. */
  say(endpoint: string, senderId: string, text: string): Promise<number>;
  /** Reads every text of people in all chats, as an administrator. */
  texts(url: string, account: Account): Promise<readonly string[]>;
}

export interface Account {
  readonly email: string;
  readonly password: string;
}

interface ChatList {
  readonly chats: readonly { readonly id: string }[];
  readonly cursor: string | null;
}
interface MessageList {
  readonly messages: readonly { readonly seq: number; readonly from: string; readonly text?: string | null }[];
}

export const serviceClient: ServiceClient = {
  async say(endpoint, senderId, text) {
    const body = JSON.stringify({ sender: { id: senderId }, message: { type: "text", text } });
    return (await fetch(endpoint, { method: "POST", body })).status;
  },
  async texts(url, account) {
    const headers = { "Content-Type": "application/json" };
    const login = await fetch(`${url}/api/session`, { method: "POST", headers, body: JSON.stringify(account) });
    const { token } = (await login.json()) as { readonly token: string };
    const read = async <Body>(path: string): Promise<Body> =>
      (await fetch(`${url}/api${path}`, { headers: { Authorization: `Bearer ${token}` } })).json() as Promise<Body>;
    const texts: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: ChatList = await read(`/chats?cursor=${cursor}`);
      for (const { id } of page.chats) texts.push(...(await textsOfChat(read, id)));
      cursor = page.cursor;
    }
    return texts;
  },
};

async function textsOfChat(read: <Body>(path: string) => Promise<Body>, id: string): Promise<readonly string[]> {
  const texts: string[] = [];
  for (let after = 0; ; ) {
    const { messages }: MessageList = await read(`/chats/${id}/messages?after=${after}`);
    const last = messages.at(-1);
    if (last === undefined) return texts;
    texts.push(...messages.filter(({ from }) => from !== "system").flatMap(({ text }) => (text ? [text] : [])));
    after = last.seq;
  }
}
