import { createRateLimiter } from "../rate-limiter.ts";
import type { HttpServer } from "../server.ts";
import type { VisitorParts } from "./visitor-parts.ts";
import { VisitorSockets } from "./visitor-sockets.ts";

export interface Visitors {
  /** Closes every socket with 1001: the service stops. */
  closeSockets(): void;
}

/** Puts what visitors' pages ask on the server. */
export function registerVisitors(server: Pick<HttpServer, "ws">, parts: Omit<VisitorParts, "rate">): Visitors {
  const { senderPerSecond: perSecond, senderBurst: burst, rateBucketsMax: bucketsMax } = parts.limits;
  const rate = createRateLimiter({ perSecond, burst, bucketsMax, clock: parts.clock });
  const sockets = new VisitorSockets({ ...parts, rate });
  sockets.register(server);
  return { closeSockets: () => sockets.closeAll() };
}
