import { createAnswerTimes } from "../../../domain/chat/answer-times.ts";
import type { Runtime } from "../../../domain/runtime.ts";
import type { FileStore } from "../../../ports/file-store.ts";
import type { Log } from "../../../ports/log.ts";
import type { Store } from "../../../ports/store.ts";
import { limiterOf } from "../../limits/limiter-of.ts";
import type { Transfers } from "../../routes/files/transfers.ts";
import { visitorFileRoute } from "../../routes/files/visitor-file.ts";
import { createVisitorFileQuotas } from "../../routes/files/visitor-file-quotas.ts";
import type { HttpServer } from "../../server/server.ts";
import type { VisitorParts } from "./visitor-parts.ts";
import { VisitorSockets } from "./visitor-sockets.ts";

export interface VisitorSurfaceParts extends Omit<VisitorParts, "rate" | "runtime" | "answerTimes"> {
  readonly runtime: VisitorParts["runtime"] & Pick<Runtime, "channelFileBytes">;
  readonly store: Pick<Store, "read" | "scan" | "durable">;
  readonly log: Log;
  readonly files: FileStore;
  /** The transfers of all files. */
  readonly transfers: Transfers;
  publicUrl(): string;
}

export interface Visitors {
  /** The number of open sockets. */
  socketCount(): number;
  /** Closes every socket with 1001. By default the reason is that the service stops. */
  closeSockets(reason?: string): void;
}

/** Registers the socket and routes of visitors' pages. */
export function registerVisitors(server: Pick<HttpServer, "route" | "ws">, parts: VisitorSurfaceParts): Visitors {
  const rate = limiterOf("sender", "visitor", parts);
  const sockets = new VisitorSockets({ ...parts, rate, answerTimes: createAnswerTimes(parts) });
  sockets.register(server);
  const quotas = createVisitorFileQuotas({ ...parts, channelFileBytes: parts.runtime.channelFileBytes });
  server.route(visitorFileRoute({ ...parts, rate, quotas }));
  return { socketCount: () => sockets.count, closeSockets: (reason) => sockets.closeAll(reason) };
}
