import type { TemplatedApp, us_listen_socket } from "uWebSockets.js";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import { Socket } from "node:net";
import { relative } from "node:path";
import type { Logger } from "pino";
import type { Limits } from "../../config/limits.ts";
import { ListenError, reasonOf } from "../server/listen.ts";
import { us_listen_socket_close } from "../server/load-uws.ts";
import { forwardRequest, forwardUpgrade } from "./forward.ts";

/** Where HTTP/1.0 is spoken as well. */
export interface Http10Place {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** A path in a folder that other users cannot enter, for the way to the server underneath. */
  readonly socketPath: string;
}

export interface Http10Listener {
  readonly port: number;
  /** Takes no new connection; those that wait for an answer get it. */
  stopAccepting(): void;
  /** Ends every connection. */
  close(): Promise<void>;
}

export interface Http10Parts extends Http10Place {
  readonly app: TemplatedApp;
  readonly key: string;
  readonly log: Logger;
  readonly limits: Pick<Limits, "headBytesMax" | "requestTimeoutMs" | "http10ConnectionsMax" | "http10SilenceMs">;
}

/** How often heads that come slowly are looked for. */
const headsLookedAtMs = 1_000;

/** Binds the second address, and the socket behind it. Rejects with `ListenError`. */
export async function openHttp10Listener({ app, key, limits, log, ...place }: Http10Parts): Promise<Http10Listener> {
  const socketPath = shortest(place.socketPath);
  const behind = await listenBehind(app, socketPath);
  const hop = { socketPath, key };
  const server = createServer({
    maxHeaderSize: limits.headBytesMax,
    headersTimeout: limits.requestTimeoutMs,
    // Bodies have the deadlines of the server underneath.
    requestTimeout: 0,
    connectionsCheckingInterval: headsLookedAtMs,
    requireHostHeader: false,
  });
  server.maxConnections = limits.http10ConnectionsMax;
  server.timeout = limits.http10SilenceMs;
  server.on("request", (incoming, outgoing) => forwardRequest(hop, incoming, outgoing));
  /** A connection that became a socket is not the server's any more. */
  const upgraded = new Set<Socket>();
  server.on("upgrade", (incoming, socket, sentAhead) => {
    if (!(socket instanceof Socket)) return void socket.destroy();
    upgraded.add(socket);
    socket.on("close", () => upgraded.delete(socket));
    forwardUpgrade(hop, incoming, socket, sentAhead);
  });
  await bind(server, place).catch((error: unknown) => {
    us_listen_socket_close(behind);
    throw error;
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : place.port;
  log.info({ host: place.host, port }, "HTTP/1.0 is taken as well");
  return {
    port,
    stopAccepting: () => void server.close(),
    async close() {
      us_listen_socket_close(behind);
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
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
    `http10: cannot listen on ${socketPath}: expected a path of at most 107 bytes on a disk that takes sockets.`,
  );
}

/** The system takes 107 bytes. */
function shortest(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.length < path.length ? fromHere : path;
}
