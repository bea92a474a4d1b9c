import { once } from "node:events";
import type { ClientHttp2Session } from "node:http2";
import { connect } from "node:http2";
import { Readable } from "node:stream";
import { Agent, request } from "undici";
import type { Ending } from "../../../harness/temporary-folder.ts";
import { channelPath } from "../../../system/harness/service/installation.ts";

export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** A request of a browser or a customer system. */
export interface Asked {
  readonly method?: "GET" | "POST" | "HEAD";
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream is sent in chunks. */
  readonly body?: string | Buffer | Readable;
}

export interface Visitor {
  readonly url: string;
  readonly dispatcher: Agent;
  ask(path: string, asked?: Asked): Promise<Got>;
}

const connections = 16;
/** The address of the visitor, which is different from the proxy's address. */
export const visitorAddress = "127.0.0.2";

/** Opens keep-alive connections to the proxy, from the visitor's address. */
export function openVisitor(t: Ending, url: string, ca: string): Visitor {
  const dispatcher = new Agent({ allowH2: false, connections, localAddress: visitorAddress, connect: { ca } });
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

/** A body in pieces, without a known length. */
const inChunks = (text: string): Readable =>
  Readable.from([Buffer.from(text.slice(0, 20)), Buffer.from(text.slice(20))]);

/** Posts `count` messages, several at a time, every fifth in chunks. Resolves with the answers that were not 200. */
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

/** Posts `count` messages as simultaneous streams of one connection. Resolves with the answers that were not 200. */
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
    // The request has no length, so the proxy must find the end of the body.
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
