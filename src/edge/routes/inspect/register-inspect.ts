import type { HttpServer } from "../../server/server.ts";
import { InspectSockets } from "../../sockets/inspect/inspect-sockets.ts";
import type { InspectParts } from "./inspect-parts.ts";
import { inspectedActorRoute, inspectedStepsRoute } from "./inspected-actor.ts";
import { inspectedActorsRoute } from "./inspected-actors.ts";
import { inspectedChartRoute } from "./inspected-chart.ts";
import { inspectedChatRoute } from "./inspected-chat.ts";

export interface InspectEdge {
  /** The number of open sockets. */
  socketCount(): number;
  /** Closes every socket with 1001. Call it when the server begins to drain. */
  closeSockets(): void;
}

/** Registers the inspector's API and `/ws/inspect` on the server. */
export function registerInspect(server: Pick<HttpServer, "route" | "ws">, parts: InspectParts): InspectEdge {
  const sockets = new InspectSockets(parts);
  sockets.register(server);
  server.route(inspectedActorsRoute(parts));
  server.route(inspectedActorRoute(parts));
  server.route(inspectedStepsRoute(parts));
  server.route(inspectedChatRoute(parts));
  server.route(inspectedChartRoute(parts));
  return { socketCount: () => sockets.count, closeSockets: () => sockets.closeAll() };
}
