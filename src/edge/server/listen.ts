import type { TemplatedApp, us_listen_socket } from "uWebSockets.js";
import net from "node:net";
import { LIBUS_LISTEN_EXCLUSIVE_PORT, us_socket_local_port } from "./load-uws.ts";

/** The address could not be bound; the message names it and the reason. */
export class ListenError extends Error {
  override readonly name = "ListenError";
}

export interface Listening {
  readonly socket: us_listen_socket;
  readonly port: number;
}

/** Binds the address for this process alone; port 0 picks a free one. Rejects with `ListenError`. */
export async function listen(app: TemplatedApp, host: string, port: number): Promise<Listening> {
  const socket = await new Promise<us_listen_socket | false>((resolve) => {
    app.listen(host, port, LIBUS_LISTEN_EXCLUSIVE_PORT, resolve);
  });
  if (socket === false) throw new ListenError(`Cannot listen on ${host}:${port}: ${await findReason(host, port)}.`);
  return { socket, port: us_socket_local_port(socket) };
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is in use by another process",
  EADDRNOTAVAIL: "the host is not an address of this machine",
  ENOTFOUND: "the host name is not known",
  EAI_AGAIN: "the host name is not known",
  EACCES: "this user may not use the port",
};

/** The reason why Node could not bind an address. */
const reasonOf = (error: NodeJS.ErrnoException): string => reasons[error.code ?? ""] ?? error.message;

/** uWebSockets.js does not report why it failed, so Node tries the same address and reports the reason. */
function findReason(host: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.on("error", (error: NodeJS.ErrnoException) => resolve(reasonOf(error)));
    probe.listen({ host, port, exclusive: true }, () => {
      probe.close(() => resolve("the server refused the address"));
    });
  });
}
