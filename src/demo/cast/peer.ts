import { once } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo, Server, Socket } from "node:net";
import { text as readText } from "node:stream/consumers";
import { momentMs, systemClock } from "../../core/clock.ts";
import type { Clock } from "../../ports/clock.ts";

/** Registers what must end with the test, the demo or the bench. */
export interface Ending {
  teardown(end: () => unknown): unknown;
}

/** How a peer treats a request: it answers ok, answers this, hangs, or closes the connection. Without a status the answer is ok. */
export type Answer =
  | "ok"
  | "hang"
  | "close"
  | {
      readonly status?: number;
      /** A text is sent unchanged, anything else as JSON. */
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      readonly afterMs?: number;
    };

/** A request of the service that arrived completely. */
export interface PeerRequest {
  /** The time at which its head arrived, by a clock that nobody can set. */
  readonly atMs: number;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Returns true if it handles the request itself, for example one for a page. */
export type Handles = (path: string, request: IncomingMessage, response: ServerResponse) => boolean;

export const nothing: Handles = () => false;

/** What a server of the cast does with a request. */
export interface PeerScript {
  /** The paths that exist. They accept POST. */
  readonly paths: RegExp;
  take(request: PeerRequest): Answer;
  /** Called when the answer is sent; with `null` when the connection ended without one. */
  answered?(request: PeerRequest, status: number | null, body: unknown): void;
  readonly handles?: Handles;
  readonly clock?: Clock;
}

/** Watches what a peer receives and how it answers, for a transcript. */
export interface Observer<Request extends PeerRequest> {
  came(request: Request): void;
  answered(request: Request, status: number | null, body: unknown): void;
}

const ok = { result: "ok" };

export const refusal = (status: number, code: string, message: string): Answer => ({
  status,
  body: { error: { code, message } },
});

/** Serves on a free port of this machine until the end. Returns the address. */
export async function servePeer(t: Ending, script: PeerScript): Promise<string> {
  const { clock = systemClock, handles = nothing } = script;
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    if (!handles(path, request, response)) void serve(path, request, response);
  });
  // Only the service may end a request that hangs.
  server.requestTimeout = 0;
  // Only the service ends a persistent connection, so no connection ends while a request is in progress.
  server.keepAliveTimeout = 0;

  async function serve(path: string, message: IncomingMessage, response: ServerResponse): Promise<void> {
    const atMs = momentMs();
    const body = await readText(message).catch(() => null);
    // A kill interrupted the request, so it did not arrive.
    if (body === null) return;
    const request = { atMs, method: message.method ?? "", path, headers: message.headers, body };
    const answer = refuse(request, script.paths) ?? script.take(request);
    let hasEnded = false;
    const end = (status: number | null, said: unknown): void => {
      if (hasEnded) return;
      hasEnded = true;
      script.answered?.(request, status, said);
    };
    response.once("close", () => end(null, "(the service gave up)"));
    const reply = (): void => send(response, answer, end);
    if (typeof answer === "object" && answer.afterMs !== undefined) clock.wakeAt(clock.nowMs() + answer.afterMs, reply);
    else reply();
  }

  return serveOnLoopback(t, server);
}

function refuse({ method, path }: PeerRequest, paths: RegExp): Answer | undefined {
  if (!paths.test(path)) return refusal(404, "not_found", "There is nothing here.");
  return method === "POST" ? undefined : refusal(405, "method_not_allowed", "Expected POST.");
}

function send(response: ServerResponse, answer: Answer, end: (status: number | null, said: unknown) => void): void {
  if (answer === "hang") return;
  if (answer === "close") {
    end(null, "(the connection is cut)");
    response.socket?.destroy();
    return;
  }
  const { status, body = status === undefined ? ok : "", headers } = answer === "ok" ? {} : answer;
  end(status ?? 200, body);
  const isText = typeof body === "string";
  response.writeHead(status ?? 200, { ...(isText ? {} : { "content-type": "application/json" }), ...headers });
  response.end(isText ? body : JSON.stringify(body));
}

/** Starts an HTTP server on a free port of this machine until the end. Returns its address. */
export const serveOnLoopback = async (t: Ending, server: Server): Promise<string> =>
  `http://127.0.0.1:${await listenOnLoopback(t, server)}`;

/** The same with any server. Returns its port. */
export async function listenOnLoopback(t: Ending, server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  t.teardown(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
