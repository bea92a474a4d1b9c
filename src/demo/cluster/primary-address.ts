import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { request } from "undici";
import { passed } from "../time.ts";

/** The ports of a database and of its Patroni. */
export interface Member {
  readonly port: number;
  readonly restPort: number;
}

/** An address that leads to the primary, like a HAProxy. It queries `/primary` of each Patroni. */
export interface PrimaryAddress {
  readonly port: number;
  /** The member that is the primary; null while there is no primary. */
  primary(): Member | null;
  close(): Promise<void>;
}

const askEveryMs = 300;
const answerWithinMs = 1_000;

export async function openPrimaryAddress(members: readonly Member[]): Promise<PrimaryAddress> {
  let primary: Member | null = null;
  let isClosed = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (primary === null) return void client.destroy();
    const database = connect(primary.port, "127.0.0.1");
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from
        .on("error", () => to.destroy())
        .on("close", () => {
          sockets.delete(from);
          to.destroy();
        });
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const watch = async (): Promise<void> => {
    while (!isClosed) {
      const answers = await Promise.all(members.map(isPrimary));
      const next = members.find((_, index) => answers[index]) ?? null;
      // Clients of the former primary must not write there any more.
      if (next !== primary) for (const socket of sockets) socket.destroy();
      primary = next;
      await passed(askEveryMs);
    }
  };
  void watch();
  return {
    port: (server.address() as AddressInfo).port,
    primary: () => primary,
    close: () =>
      new Promise((resolve) => {
        isClosed = true;
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

async function isPrimary({ restPort }: Member): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(answerWithinMs);
    const { statusCode, body } = await request(`http://127.0.0.1:${restPort}/primary`, { signal });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}
