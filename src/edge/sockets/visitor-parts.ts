import type { Limits } from "../../config/limits.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Geo } from "../../ports/geo.ts";
import type { Store } from "../../ports/store.ts";
import type { Calls } from "../../runtime/calls.ts";
import type { Runtime } from "../../runtime/runtime.ts";

/** What visitors' sockets stand on. */
export interface VisitorParts {
  readonly runtime: Pick<Runtime, "directory" | "visitorFeed" | "post">;
  readonly calls: Pick<Calls, "callbackRefusal" | "requestCallback">;
  readonly geo: Geo;
  readonly store: Pick<Store, "read">;
  readonly limits: Limits;
  readonly clock: Clock;
  /** The first part of every socket's id. */
  readonly processId: string;
}
