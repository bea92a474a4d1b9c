import type { Socket } from "node:net";
import { connect, createServer } from "node:net";
import { listenOnLoopback } from "../../../../src/demo/cast/peer.ts";
import type { Ending } from "../../../harness/temporary-folder.ts";

const loopback = "127.0.0.1";

/** A proxy between one node and the database, which can cut connections. */
export interface DatabaseProxy {
  readonly port: number;
  /** Resets the connections that `isChosen` selects, or all if it is absent. Returns their number. Later connections are not affected. */
  cut(isChosen?: () => boolean): number;
  /** While true, every existing and every new connection is reset. */
  block(isOn: boolean): void;
  /** Leads later connections to the database at this port, and resets the existing ones. */
  lead(port: number): void;
}

export async function openDatabaseProxy(t: Ending, databasePort: number): Promise<DatabaseProxy> {
  const connections = new Map<Socket, Socket>();
  let isBlocked = false;
  let leadsTo = databasePort;
  const cut = (isChosen: () => boolean = () => true): number => {
    const chosen = [...connections].filter(() => isChosen());
    for (const pair of chosen) for (const socket of pair) socket.resetAndDestroy();
    return chosen.length;
  };
  const server = createServer((node) => {
    if (isBlocked) return void node.resetAndDestroy();
    const database = connect(leadsTo, loopback);
    connections.set(node, database);
    for (const [from, to] of [
      [node, database],
      [database, node],
    ] as const) {
      from.setNoDelay(true);
      from.pipe(to);
      // A close event follows, and it is handled there.
      from.on("error", () => undefined);
      from.on("close", () => {
        connections.delete(node);
        to.destroy();
      });
    }
  });
  const port = await listenOnLoopback(t, server);
  t.teardown(() => void cut());
  return {
    port,
    cut,
    block(isOn) {
      isBlocked = isOn;
      if (isOn) cut();
    },
    lead(port) {
      leadsTo = port;
      cut();
    },
  };
}
