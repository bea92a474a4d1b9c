import { pino } from "pino";
import type { Test } from "tap";
import type { Limits } from "../../src/config/limits.ts";
import { defaultLimits } from "../../src/config/limits.ts";
import type { HttpServer, HttpServerOptions } from "../../src/edge/server/server.ts";
import { createHttpServer } from "../../src/edge/server/server.ts";
import type { ManualClock } from "./manual-clock.ts";
import { createManualClock } from "./manual-clock.ts";

export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly [key: string]: unknown;
}

export interface EdgeWorld {
  readonly server: HttpServer;
  readonly port: number;
  readonly clock: ManualClock;
  readonly log: readonly LogLine[];
}

export type EdgeWorldOptions = Partial<Pick<HttpServerOptions, "tls" | "isOverloaded" | "trustedProxies">> & {
  readonly limits?: Partial<Limits>;
  readonly host?: string;
  readonly logLevel?: string;
};

/** Starts a server on its own port, in state `starting`. It ends with the test. */
export async function startEdge(
  t: Test,
  addRoutes: (server: HttpServer, clock: ManualClock) => void,
  { limits, host = "127.0.0.1", logLevel = "debug", ...options }: EdgeWorldOptions = {},
): Promise<EdgeWorld> {
  const clock = createManualClock();
  const log: LogLine[] = [];
  const logger = pino({ level: logLevel }, { write: (line: string) => void log.push(JSON.parse(line)) });
  const server = createHttpServer({ ...options, limits: { ...defaultLimits, ...limits }, clock, log: logger });
  addRoutes(server, clock);
  const { port } = await server.listen(host, 0);
  t.teardown(async () => {
    const drained = server.drain();
    clock.advance(defaultLimits.drainTimeoutMs);
    await drained;
  });
  return { server, port, clock, log };
}

/** Waits until the condition is true; the event loop turns between two checks. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}
