import net from "node:net";

export interface DeafClients {
  /** How many times one of them was opened. */
  readonly opened: number;
  close(): void;
}

export interface DeafClientsOptions {
  readonly url: string;
  readonly path: string;
  readonly connections: number;
  /** What each connection asks at once. */
  readonly requests: number;
}

/** A connection that was closed is opened again after so long. */
const againAfterMs = 1_000;

/** Connections that send requests one behind the other and read nothing of the answers. */
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
    // It is closed by the service: that is what a reset or a broken pipe says.
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
