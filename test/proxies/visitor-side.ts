import { once } from "node:events";
import type { ClientHttp2Session } from "node:http2";
import { connect } from "node:http2";
import { Readable } from "node:stream";
import { Agent, request } from "undici";
import type { Ending } from "../harness/temporary-folder.ts";
import { channelPath } from "../system/harness/service/installation.ts";

export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** What a browser or a customer system asks. */
export interface Asked {
  readonly method?: "GET" | "POST" | "HEAD";
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream goes in chunks. */
  readonly body?: string | Buffer | Readable;
}

export interface Visitor {
  readonly url: string;
  readonly dispatcher: Agent;
  ask(path: string, asked?: Asked): Promise<Got>;
}

const connections = 16;
/** At which its messages arrive: another address than that of the proxy. */
export const visitorAddress = "127.0.0.2";

/** Kept connections to the proxy, each from an address that is none of a proxy. */
export function openVisitor(t: Ending, url: string, ca: string): Visitor {
  const dispatcher = new Agent({ connections, localAddress: visitorAddress, connect: { ca } });
  t.teardown(() => dispatcher.destroy());
  return {
    url,
    dispatcher,
    async ask(path, { method = "GET", headers = {}, body }: Asked = {}) {
      const answer = await request(url + path, { dispatcher, method, headers, body: body ?? null });
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
    },
  };
}

export const messageOf = (sender: string, text: string): string =>
  JSON.stringify({ sender: { id: sender }, message: { type: "text", text } });

/** Pieces whose whole length nobody tells. */
const inChunks = (text: string): Readable =>
  Readable.from([Buffer.from(text.slice(0, 20)), Buffer.from(text.slice(20))]);

/** Posts as many messages, `connections` at a time, every fifth in chunks; the answers that were not 200. */
export async function postMany(visitor: Visitor, sender: string, count: number): Promise<readonly string[]> {
  const refused: string[] = [];
  let next = 0;
  const postNext = async (): Promise<void> => {
    while (next < count) {
      const number = next;
      next += 1;
      const text = messageOf(sender, `message ${number}`);
      const body = number % 5 === 0 ? inChunks(text) : text;
      const headers = { "content-type": "application/json" };
      await visitor.ask(channelPath, { method: "POST", headers, body }).then(
        (got) => got.status === 200 || refused.push(`${number}: ${got.status} ${got.text}`),
        (error: unknown) => refused.push(`${number}: ${String(error)}`),
      );
    }
  };
  await Promise.all(Array.from({ length: connections }, postNext));
  return refused;
}

/** As many streams at once of one connection; the answers that were not 200. */
export async function postStreams(url: string, ca: string, sender: string, count: number): Promise<readonly string[]> {
  const session = connect(url, { ca });
  await once(session, "connect");
  const statuses = await Promise.all(
    Array.from({ length: count }, (_, number) => postStream(session, messageOf(sender, `stream ${number}`))),
  );
  session.destroy();
  return statuses.filter((status) => status !== "200");
}

function postStream(session: ClientHttp2Session, text: string): Promise<string> {
  return new Promise((resolve) => {
    // No length: the proxy has to find where the body ends.
    const stream = session.request({ ":method": "POST", ":path": channelPath });
    let status = "none";
    stream.on("response", (headers) => {
      status = String(headers[":status"]);
    });
    stream.on("error", (error) => resolve(String(error))).on("close", () => resolve(status));
    stream.resume();
    stream.end(text);
  });
}
