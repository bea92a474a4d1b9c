import type { Limits } from "../../../config/limits.ts";
import type { SharedCounts } from "../../../core/peers/shared-counts.ts";
import type { Calls } from "../../../domain/call/calls.ts";
import type { AnswerTimes } from "../../../domain/chat/answer-times.ts";
import type { Runtime } from "../../../domain/runtime.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Geo } from "../../../ports/geo.ts";
import type { Log } from "../../../ports/log.ts";
import type { Store } from "../../../ports/store.ts";
import type { AddressQuotas } from "../../limits/address-quotas.ts";
import type { DiskFloors } from "../../limits/disk-floors.ts";
import type { RateLimiter } from "../../limits/rate-limiter.ts";
import type { Refusals } from "../../limits/refusals.ts";
import type { OwnOrigin } from "../../routes/desk/request/own-origin.ts";

/** The dependencies of visitors' sockets. */
export interface VisitorParts {
  readonly runtime: Pick<Runtime, "directory" | "feed" | "visitorFeed" | "post" | "runningCalls" | "departments">;
  readonly calls: Pick<Calls, "callbackRefusal" | "requestCallback">;
  readonly geo: Geo;
  readonly store: Pick<Store, "read" | "scan" | "durable">;
  readonly answerTimes: AnswerTimes;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
  /** The rate for each visitor, over all pages and kinds of requests. Source: LIM-02. */
  readonly rate: RateLimiter;
  readonly addresses: AddressQuotas;
  /** The shared counts for limits of all processes together. */
  readonly counts: SharedCounts;
  readonly floors: DiskFloors;
  readonly refusals: Refusals;
  readonly origin: OwnOrigin;
  /** The first part of every new socket's id. */
  readonly processId: () => string;
}
