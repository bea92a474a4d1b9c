import { WebSocket } from "ws";

/** The answer of a service. Only the caller knows its shape. */
// biome-ignore lint/suspicious/noExplicitAny: answers of the service.
export type Body = any;

/** A service, seen from its clients. */
export interface PlayedService {
  readonly url: string;
  /** Resolves with the body of the answer. Rejects for a status from 300. */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Body>;
  /** Opens a socket and sends `hello`. Resolves after `ready`. */
  enter(path: string, hello: object): Promise<{ readonly socket: WebSocket; readonly ready: Body }>;
}
export interface CallOptions {
  readonly token?: string;
  readonly contentType?: string;
}

/** The origin of the web site with the widget. */
export const pageOrigin = "https://shop.example.com";
const patienceMs = 20_000;
const askAgainMs = 50;

export const openPlayed = (url: string): PlayedService => ({
  url,
  async call(method, path, body, { token, contentType = "application/json" } = {}) {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": contentType }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status >= 300) throw new Error(`${method} ${path} was answered ${response.status} ${text}`);
    return text.startsWith("{") ? JSON.parse(text) : text;
  },
  async enter(path, hello) {
    const socket = new WebSocket(`${url.replace("http", "ws")}${path}`, { origin: pageOrigin });
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    const ready = new Promise<Body>((resolve, reject) => {
      socket.once("message", (data) => resolve(JSON.parse(String(data))));
      socket.once("close", (code, reason) => reject(new Error(`${path} closed with ${code} ${reason}`)));
    });
    socket.send(JSON.stringify({ type: "hello", ...hello }));
    return { socket, ready: await ready };
  },
});

/** Calls `ask` until it returns a value. Rejects after a time limit. */
export async function until<Value>(what: string, ask: () => Promise<Value | undefined>): Promise<Value> {
  for (const endMs = Date.now() + patienceMs; Date.now() < endMs; ) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
  throw new Error(`Expected ${what} within ${patienceMs} ms`);
}
