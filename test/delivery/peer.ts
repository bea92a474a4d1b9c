import type { Server, Socket } from "node:net";
import { createServer } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Test } from "tap";
import { listenOnLoopback } from "../../src/demo/cast/peer.ts";

/** A customer system at the level of bytes. It records the received bytes, and can answer any bytes. */
export interface Peer {
  readonly port: number;
  /** `host:port` without a scheme. */
  readonly host: string;
  /** The complete received requests, head and body. */
  readonly requests: string[];
  /** The number of all connections, of open connections, and the highest number of simultaneous ones. */
  readonly connections: { total: number; open: number; most: number };
}

/** Called for every complete request. */
export type Behaviour = (socket: Socket, request: string) => void;

export const reply =
  (status: string, body: string, headers = ""): Behaviour =>
  (socket) => {
    socket.write(`HTTP/1.1 ${status}\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
export const replyOk = reply("200 OK", '{"result":"ok"}');

/** Listens on loopback until the test ends. */
export async function openPeer(
  t: Test,
  behave: Behaviour,
  options: { readonly tls?: { readonly key: string; readonly cert: string }; readonly greeting?: string } = {},
): Promise<Peer> {
  const { tls, greeting } = options;
  const requests: string[] = [];
  const connections = { total: 0, open: 0, most: 0 };
  const serve = (socket: Socket): void => {
    let received = "";
    if (greeting !== undefined) socket.write(greeting);
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      if (!isWhole(received)) return;
      const request = received;
      received = "";
      requests.push(request);
      behave(socket, request);
    });
    socket.on("error", () => socket.destroy());
  };
  const server: Server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  server.on("connection", (socket: Socket) => {
    connections.total += 1;
    connections.open += 1;
    connections.most = Math.max(connections.most, connections.open);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      connections.open -= 1;
    });
  });
  const port = await listenOnLoopback(t, server);
  return { port, host: `127.0.0.1:${port}`, requests, connections };
}

function isWhole(received: string): boolean {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  const length = /content-length: (\d+)/i.exec(received);
  return length === null ? received.endsWith("\r\n0\r\n\r\n") : received.length >= headEnd + 4 + Number(length[1]);
}
