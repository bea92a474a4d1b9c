import { once } from "node:events";
import net from "node:net";
import type { Test } from "tap";
import { reset } from "../harness/reset.ts";

/** The end of a connection for its two sides. */
export type Loss =
  /** Both sides notice the end at once. */
  | "reset"
  /** Both sides receive an orderly end. */
  | "ended"
  /** Only the client notices the end: for the server the connection stays open, but no data arrives any more. */
  | "silent";

/** The moment when a connection is lost: after this number of bytes from the server, also inside a frame. */
export interface LossPlan {
  readonly afterBytes: number;
  readonly how: Loss;
}

/** A proxy to a server on this machine that loses connections. */
export interface SilentProxy {
  readonly port: number;
  /** The number of lost connections for each kind of loss. */
  readonly losses: Readonly<Record<Loss, number>>;
  /** Connections that are open only for the server; the number decreases when the server ends one. */
  readonly halfOpen: number;
  /** Makes every current connection half-open. */
  loseSilently(): void;
}

/** `nextLoss` is called for each connection; with `null` the connection is not lost. */
export async function openSilentProxy(
  t: Test,
  serverPort: number,
  nextLoss: () => LossPlan | null = () => null,
): Promise<SilentProxy> {
  const losses: Record<Loss, number> = { reset: 0, ended: 0, silent: 0 };
  const halfOpen = new Set<net.Socket>();
  const servers = new Set<net.Socket>();
  const live = new Map<net.Socket, net.Socket>();

  const lose = (client: net.Socket, server: net.Socket, how: Loss): void => {
    losses[how] += 1;
    live.delete(client);
    client.unpipe();
    server.removeAllListeners("data").on("data", () => undefined);
    if (how === "silent") {
      halfOpen.add(server);
      client.destroy();
    } else if (how === "reset") {
      reset(client);
      reset(server);
    } else {
      client.end();
      server.end();
    }
  };
  const proxy = net.createServer((client) => {
    const server = net.connect({ port: serverPort, host: "127.0.0.1", allowHalfOpen: true });
    const plan = nextLoss();
    let bytes = 0;
    live.set(client, server);
    servers.add(server);
    client.pipe(server);
    server.on("data", (data: Buffer) => {
      const room = (plan?.afterBytes ?? Number.POSITIVE_INFINITY) - bytes;
      bytes += data.length;
      client.write(data.subarray(0, Math.max(0, room)));
      if (plan !== null && data.length >= room) lose(client, server, plan.how);
    });
    for (const socket of [client, server]) socket.on("error", () => socket.destroy());
    server.on("end", () => (halfOpen.delete(server) ? undefined : client.end()));
    server.on("close", () => {
      servers.delete(server);
      halfOpen.delete(server);
      client.destroy();
    });
    client.on("close", () => {
      live.delete(client);
      if (!halfOpen.has(server)) server.destroy();
    });
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  t.teardown(() => {
    proxy.close();
    for (const socket of [...live.keys(), ...servers]) socket.destroy();
  });
  const address = proxy.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    losses,
    get halfOpen() {
      return halfOpen.size;
    },
    loseSilently() {
      for (const [client, server] of [...live]) lose(client, server, "silent");
    },
  };
}
