import type { Socket } from "node:net";
import { connect, createServer } from "node:net";
import { listenOnLoopback } from "../../src/demo/cast/peer.ts";
import { reset } from "./reset.ts";
import type { Ending } from "./temporary-folder.ts";

/** The direction in which bytes get lost: `up` goes to the service. */
export type Way = "up" | "down";

/**
 * What happens to the open connections. A `silent` direction swallows everything, also the end of the connection: no side is
 * notified.
 */
export type Fault =
  | { readonly type: "reset" }
  | { readonly type: "end" }
  | { readonly type: "silent"; readonly ways: readonly Way[] };

/** A moment in the traffic: the `count`-th piece from now, in either direction. `part` of it (0 to 1) still gets through. */
export interface Moment {
  readonly count: number;
  readonly part: number;
}

/** The connection between browsers and the service, which fails on command. */
export interface FaultyLink {
  /** Used instead of the service's own URL. */
  readonly url: string;
  /** Sends new connections to this URL from now on. */
  leadTo(serviceUrl: string): void;
  /** Applies the fault to every open connection; later connections are without fault. Returns the number of affected connections. */
  strike(fault: Fault): number;
  /** Like `strike`, but in the middle of traffic. */
  strikeAt(moment: Moment, fault: Fault): PlannedStrike;
  /** While true, new connections are reset at once. */
  refuse(isRefusing: boolean): void;
  /** Delays each piece by this time from now on, in both directions; their order stays. */
  delay(ms: number): void;
  /** Returns the number of connections without a fault. */
  whole(): number;
}

export interface PlannedStrike {
  /** Resolves after the fault was applied, with the number of affected connections. */
  readonly struck: Promise<number>;
  /** Applies the fault now, unless it was already applied. */
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
  /** A planned fault is applied inside the piece that it waited for. */
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
    // The close event that follows reports the same.
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
  const port = await listenOnLoopback(t, server);
  t.teardown(() => {
    for (const { service } of connections) service.destroy();
  });
  return {
    url: `http://127.0.0.1:${port}`,
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

/** Runs the callbacks in order. Each waits for the delay at its time, and none runs before an earlier one. */
function createLine(delayMs: () => number): (run: () => void) => void {
  const waiting: (() => void)[] = [];
  return (run) => {
    if (delayMs() === 0 && waiting.length === 0) return run();
    waiting.push(run);
    setTimeout(() => waiting.shift()?.(), delayMs());
  };
}

/** A silent connection stays silent: no other fault is applied to it, and no side is notified of its end. */
const isWhole = ({ client, service, silent }: Connection): boolean =>
  silent.size === 0 && !client.destroyed && !service.destroyed && !client.writableEnded;

function befall({ client, service, silent }: Connection, fault: Fault): void {
  if (fault.type === "silent") for (const way of fault.ways) silent.add(way);
  else if (fault.type === "end") for (const socket of [client, service]) socket.end();
  else for (const socket of [client, service]) reset(socket);
}
