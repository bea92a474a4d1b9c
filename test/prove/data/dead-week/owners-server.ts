import { createHash } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Clock } from "../../../../src/ports/clock.ts";
import type { Ending } from "../../../harness/temporary-folder.ts";

/** How the server treats an event: it cuts the connection, does not answer, or answers with this status; 503 with `Retry-After`. */
export type Manner = "cut" | "hangs" | 500 | 503 | "takes";

/** One request that it received; never removed. */
export interface Arrival {
  readonly id: string;
  readonly attempt: number;
  readonly digest: string;
}

/** The server of a channel's owner, over real HTTP. The test decides what it does with the events. */
export interface OwnersServer {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** Returns whether the server has this attempt and will never answer it. */
  isHolding(id: string, attempt: number): boolean;
}

/** Longer than the first pauses of the schedule, shorter than the last. Source: WH-36, WH-37. */
const retryAfterMs = 3 * 3_600_000;

export const digestOf = (body: Uint8Array): string => createHash("sha256").update(body).digest("base64");

export async function startOwnersServer(
  t: Ending,
  clock: Pick<Clock, "nowMs">,
  mannerNow: () => Manner,
): Promise<OwnersServer> {
  const arrivals: Arrival[] = [];
  const held = new Set<string>();
  const answer = (request: IncomingMessage, response: ServerResponse, attempt: string): void => {
    const manner = mannerNow();
    if (manner === "cut") request.socket.destroy();
    else if (manner === "hangs") {
      held.add(attempt);
      request.socket.once("close", () => held.delete(attempt));
    } else if (manner === "takes") response.end('{"result":"ok"}');
    else
      response
        .writeHead(manner, manner === 503 ? { "retry-after": retryAfterHeader(arrivals.length, clock) } : {})
        .end();
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const [id, attempt] = [request.headers["webhook-id"], request.headers["webhook-attempt"]].map(String);
      arrivals.push({ id: id ?? "", attempt: Number(attempt), digest: digestOf(Buffer.concat(chunks)) });
      answer(request, response, `${id}/${attempt}`);
    });
  });
  // Only the client ends a persistent connection, so no connection ends while a request is in progress.
  server.keepAliveTimeout = 0;
  await listen(server);
  t.teardown(() => end(server));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    arrivals,
    isHolding: (id, attempt) => held.has(`${id}/${attempt}`),
  };
}

/** The header is in seconds and a date in turn. Source: RFC 9110, 10.2.3. */
const retryAfterHeader = (turn: number, clock: Pick<Clock, "nowMs">): string =>
  turn % 2 === 0 ? String(retryAfterMs / 1_000) : new Date(clock.nowMs() + retryAfterMs).toUTCString();

const listen = (server: Server): Promise<void> => new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

function end(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
