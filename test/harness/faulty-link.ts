import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { reset } from "./reset.ts";
import type { Ending } from "./temporary-folder.ts";

/** From whom bytes get lost: `up` goes to the service. */
export type Way = "up" | "down";

/** What befalls the connections that stand. `silent` ways swallow all that comes, ends as well: nobody is told. */
export type Fault =
  | { readonly type: "reset" }
  | { readonly type: "end" }
  | { readonly type: "silent"; readonly ways: readonly Way[] };

/** A moment in the traffic: the `count`-th piece from now, either way, of which `part` (0 to 1) still gets through. */
export interface Moment {
  readonly count: number;
  readonly part: number;
}

/** The line between browsers and the service, which fails when told so. */
export interface FaultyLink {
  /** In place of the service's own. */
  readonly url: string;
  /** Where new connections go from now on. */
  leadTo(serviceUrl: string): void;
  /** Befalls every connection that stands; later ones are whole. How many it befell. */
  strike(fault: Fault): number;
  /** As `strike`, in the midst of traffic. */
  strikeAt(moment: Moment, fault: Fault): PlannedStrike;
  /** While true, new connections are reset at once. */
  refuse(isRefusing: boolean): void;
  /** How long each piece takes from now on, either way; their order stays. */
  delay(ms: number): void;
  /** Connections that nothing has befallen. */
  whole(): number;
}

export interface PlannedStrike {
  /** Resolves when it has struck, with how many it befell. */
  readonly struck: Promise<number>;
  /** Strikes, unless it has. */
  now(): void;
}

interface Connection {
  readonly client: Socket;
  readonly service: Socket;
  readonly silent: Set<Way>;
}

interface Waiting {
  left: number;
  readonly part: number;
  strike(): void;
}

const loopback = "127.0.0.1";

export async function openFaultyLink(t: Ending, serviceUrl: string): Promise<FaultyLink> {
  const connections = new Set<Connection>();
  let target = serviceUrl;
  let isRefusing = false;
  let delayMs = 0;
  let planned: Waiting | null = null;

  const strike = (fault: Fault): number => {
    const whole = [...connections].filter(isWhole);
    for (const connection of whole) befall(connection, fault);
    return whole.length;
  };
  /** What was planned strikes within the piece it waited for. */
  const passOn = (connection: Connection, way: Way, piece: Buffer): void => {
    const to = endsOf(connection, way).to;
    const write = (bytes: Buffer): void => {
      if (!connection.silent.has(way) && bytes.length > 0 && to.writable) to.write(bytes);
    };
    if (planned !== null) planned.left -= 1;
    const due = planned?.left === 0 ? planned : null;
    const cut = Math.floor(piece.length * (due?.part ?? 0));
    write(piece.subarray(0, cut));
    due?.strike();
    write(piece.subarray(cut));
  };
  const carry = (connection: Connection, way: Way): void => {
    const { from, to } = endsOf(connection, way);
    const later = createLine(() => delayMs);
    from.on("data", (piece) => later(() => passOn(connection, way, piece)));
    from.on("end", () => later(() => void (connection.silent.has(way) || to.end())));
    // The close that follows says the same.
    from.on("error", () => undefined);
    from.on("close", () => {
      if (!connection.silent.has(way)) to.destroy();
      if (to.destroyed) connections.delete(connection);
    });
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (isRefusing) return reset(client);
    const { hostname, port } = new URL(target);
    const service = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const connection: Connection = { client, service, silent: new Set() };
    connections.add(connection);
    carry(connection, "up");
    carry(connection, "down");
  });
  await new Promise<void>((resolve) => server.listen(0, loopback, resolve));
  t.teardown(() => {
    server.close();
    for (const { client, service } of connections) for (const socket of [client, service]) socket.destroy();
  });
  return {
    url: `http://${loopback}:${(server.address() as AddressInfo).port}`,
    strike,
    strikeAt({ count, part }, fault) {
      let now = (): void => undefined;
      const struck = new Promise<number>((resolve) => {
        now = () => {
          if (planned !== waiting) return;
          planned = null;
          resolve(strike(fault));
        };
      });
      const waiting: Waiting = { left: count, part, strike: now };
      planned = waiting;
      return { struck, now };
    },
    leadTo(url) {
      target = url;
    },
    refuse(isOn) {
      isRefusing = isOn;
    },
    delay(ms) {
      delayMs = ms;
    },
    whole: () => [...connections].filter(isWhole).length,
  };
}

const endsOf = ({ client, service }: Connection, way: Way) =>
  way === "up" ? { from: client, to: service } : { from: service, to: client };

/** Runs one after the other, each after the delay of its time, none before an earlier one. */
function createLine(delayMs: () => number): (run: () => void) => void {
  const waiting: (() => void)[] = [];
  return (run) => {
    if (delayMs() === 0 && waiting.length === 0) return run();
    waiting.push(run);
    setTimeout(() => waiting.shift()?.(), delayMs());
  };
}

/** A line that is silent stays so: nothing befalls it any more, nobody hears of its end. */
const isWhole = ({ client, service, silent }: Connection): boolean =>
  silent.size === 0 && !client.destroyed && !service.destroyed && !client.writableEnded;

function befall({ client, service, silent }: Connection, fault: Fault): void {
  if (fault.type === "silent") for (const way of fault.ways) silent.add(way);
  else if (fault.type === "end") for (const socket of [client, service]) socket.end();
  else for (const socket of [client, service]) reset(socket);
}
