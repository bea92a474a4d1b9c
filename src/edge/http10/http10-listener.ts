import type { TemplatedApp, us_listen_socket } from "uWebSockets.js";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import type { IncomingMessage, ServerOptions } from "node:http";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { relative } from "node:path";
import type { Logger } from "pino";
import type { Limits } from "../../config/limits.ts";
import type { Clock } from "../../ports/clock.ts";
import { ListenError, reasonOf } from "../server/listen.ts";
import { us_listen_socket_close } from "../server/load-uws.ts";
import { forwardRequest, forwardUpgrade } from "./forward.ts";

/** The address that also accepts HTTP/1.0. */
export interface Http10Place {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** The socket of uWebSockets.js, in a folder that other users cannot enter. */
  readonly socketPath: string;
}

export interface Http10Listener {
  readonly port: number;
  /** Accepts no new connection; pending requests still get their answers. */
  stopAccepting(): void;
  /** Ends every connection after uWebSockets.js has closed its side. Its last answers are still forwarded. */
  close(): Promise<void>;
}

export interface Http10Parts extends Http10Place {
  readonly app: TemplatedApp;
  readonly key: string;
  readonly log: Logger;
  readonly clock: Clock;
  readonly limits: Pick<Limits, "headBytesMax" | "requestTimeoutMs" | "http10ConnectionsMax" | "http10SilenceMs">;
}

/** The interval of checks for slow heads. */
const headsLookedAtMs = 1_000;
/** The time for clients to receive the last answers. */
const lastAnswersMs = 500;

/** Binds the second address, and the socket of uWebSockets.js to which it forwards. Rejects with `ListenError`. */
export async function openHttp10Listener({
  app,
  key,
  limits,
  log,
  clock,
  ...place
}: Http10Parts): Promise<Http10Listener> {
  const socketPath = shortest(place.socketPath);
  const behind = await listenBehind(app, socketPath);
  const hop = { socketPath, key, clock };
  const options: ServerOptions & { shouldUpgradeCallback(incoming: IncomingMessage): boolean } = {
    maxHeaderSize: limits.headBytesMax,
    headersTimeout: limits.requestTimeoutMs,
    // Deadlines of bodies are those of uWebSockets.js.
    requestTimeout: 0,
    connectionsCheckingInterval: headsLookedAtMs,
    requireHostHeader: false,
    // An upgrade to another protocol is as if absent. Node.js 22.19 does not know this yet: there it is refused.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket",
  };
  const server = createServer(options);
  server.maxConnections = limits.http10ConnectionsMax;
  server.timeout = limits.http10SilenceMs;
  // A pipelined request would be carried out and its answer lost, so the connection closes after the first request.
  server.maxRequestsPerSocket = 1;
  /** Connections with a pending request, or upgraded ones. */
  const busy = new Set<Socket>();
  const keep = (socket: Socket): void => void busy.add(socket.once("close", () => busy.delete(socket)));
  server.on("request", (incoming, outgoing) => {
    keep(incoming.socket);
    forwardRequest(hop, incoming, outgoing);
  });
  server.on("upgrade", (incoming, _socket, sentAhead) => {
    keep(incoming.socket);
    forwardUpgrade(hop, incoming, incoming.socket, sentAhead);
  });
  await bind(server, place).catch((error: unknown) => {
    us_listen_socket_close(behind);
    throw error;
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : place.port;
  log.info({ host: place.host, port }, "HTTP/1.0 is accepted as well");
  return {
    port,
    stopAccepting: () => void server.close(),
    async close() {
      us_listen_socket_close(behind);
      const last = clock.wakeAt(clock.nowMs() + lastAnswersMs, () => {
        for (const socket of busy) socket.destroy();
      });
      await Promise.all([...busy].map((socket) => once(socket, "close")));
      last.cancel();
      server.closeAllConnections();
      await rm(socketPath, { force: true });
    },
  };
}

function bind(server: ReturnType<typeof createServer>, { host, port }: Http10Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new ListenError(`http10: cannot listen on ${host}:${port}: ${reasonOf(error)}.`)),
    );
    server.listen({ host, port, exclusive: true }, resolve);
  });
}

async function listenBehind(app: TemplatedApp, socketPath: string): Promise<us_listen_socket> {
  const socket = await new Promise<us_listen_socket | false>((resolve) => {
    app.listen_unix(resolve, socketPath);
  });
  if (socket !== false) return socket;
  throw new ListenError(
    `http10: cannot listen on ${socketPath}: expected a path of at most 107 bytes on a disk that supports sockets.`,
  );
}

/** Returns the shortest form of the path, because the system accepts at most 107 bytes. */
function shortest(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.length < path.length ? fromHere : path;
}
