import net from "node:net";

export interface DeafClients {
  /** How many connections were opened, reopened ones included. */
  readonly opened: number;
  close(): void;
}

export interface DeafClientsOptions {
  readonly url: string;
  readonly path: string;
  readonly connections: number;
  /** The number of requests that each connection sends at once. */
  readonly requests: number;
}

/** The time after which a closed connection is reopened. */
const againAfterMs = 1_000;

/** Opens connections that send requests one after the other and never read the responses. */
export function openDeafClients({ url, path, connections, requests }: DeafClientsOptions): DeafClients {
  const { hostname, port, host } = new URL(url);
  const bytes = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(requests));
  const sockets = new Set<net.Socket>();
  const timers = new Set<NodeJS.Timeout>();
  let opened = 0;
  let isOver = false;

  const open = (): void => {
    const socket = net.connect(Number(port), hostname);
    sockets.add(socket);
    opened += 1;
    socket.pause();
    // A reset or a broken pipe means that the service has closed the connection.
    socket.on("error", () => undefined);
    socket.once("close", () => {
      sockets.delete(socket);
      if (isOver) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        open();
      }, againAfterMs);
      timers.add(timer);
    });
    socket.write(bytes);
  };
  for (let count = 0; count < connections; count += 1) open();
  return {
    get opened() {
      return opened;
    },
    close() {
      isOver = true;
      for (const timer of timers) clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
