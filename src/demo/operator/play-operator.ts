import type { FreshMachine, RunningService } from "./fresh-machine.ts";
import type { Transcript } from "./transcript.ts";

/** The requests of an operator and of a customer system to the service. */
interface ServiceClient {
  /** Posts a customer's message to the endpoint. Resolves with the status. */
  say(endpoint: string, senderId: string, text: string): Promise<number>;
  /** Reads every text of people in all chats, as an administrator. */
  texts(url: string, account: Account): Promise<readonly string[]>;
}

interface Account {
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

const serviceClient: ServiceClient = {
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

const { say, texts } = serviceClient;

/** Plays the operator's work, from the copied file to a restored service. */
export async function playOperator(machine: FreshMachine, told: Transcript): Promise<void> {
  told.title("A machine that has only the file");
  const run = async (line: string): Promise<void> => told.ran(`./parley ${line}`, await machine.run(line.split(" ")));
  await run("--version");

  told.title("The service, on an empty folder");
  const first = await startTold(machine, told, "data");
  told.output(first.output);
  const account: Account = { email: found(first, /Administrator\s+(\S+)/), password: found(first, /Password\s+(\S+)/) };
  const path = new URL(found(first, /Endpoint URL\s+(\S+)/)).pathname;
  await post(told, `${first.url}${path}`, "Is anybody there?");

  told.title("A backup while the service runs, and a message after it");
  await run("backup monday.tar.gz");
  await post(told, `${first.url}${path}`, "And on Tuesday?");

  told.title("Killed, and started again");
  told.command("kill -9 $(pidof parley)");
  await first.end("SIGKILL");
  const again = await startTold(machine, told, "data");
  await holds(told, again, account, ["Is anybody there?", "And on Tuesday?"]);
  await again.end("SIGTERM");
  await run("doctor --data data");

  told.title("Monday's state, in another folder");
  await run("restore monday.tar.gz --data restored");
  const restored = await startTold(machine, told, "restored");
  await holds(told, restored, account, ["Is anybody there?"]);
  await restored.end("SIGTERM");
}

/** Starts the service with this data folder. */
async function startTold(
  machine: FreshMachine,
  told: Transcript,
  data: string,
  more: readonly string[] = [],
): Promise<RunningService> {
  const words = [...more, "--data", data, "--port", "0"];
  told.command(`./parley ${words.join(" ")} &`);
  const service = await machine.start(words);
  told.output(`   ready after ${Math.round(service.readyMs)} ms`);
  return service;
}

async function post(told: Transcript, endpoint: string, text: string): Promise<void> {
  told.command(`curl -d '{"sender":{"id":"ann"},"message":{"type":"text","text":"${text}"}}' "$ENDPOINT"`);
  const status = await say(endpoint, "ann", text);
  told.check("answered 200", status === 200, `it was answered ${status}`);
}

/** Checks that an administrator can read these texts in the service. */
async function holds(
  told: Transcript,
  { url }: RunningService,
  account: Account,
  expected: readonly string[],
): Promise<void> {
  const stored = await texts(url, account);
  const missing = expected.filter((text) => !stored.includes(text));
  const what = expected.length === 1 ? "the message is there" : `all ${expected.length} messages are there`;
  told.check(what, missing.length === 0, `${missing.join(", ")} is missing`);
}

function found({ output }: RunningService, pattern: RegExp): string {
  const [, text] = pattern.exec(output) ?? [];
  if (text === undefined) throw new Error(`Expected ${pattern} in what the first start printed, got:\n${output}`);
  return text;
}
