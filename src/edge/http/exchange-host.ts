import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { Limits } from "../../config/limits.ts";
import type { LineLog } from "../../core/telemetry/log.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Spans } from "../../ports/spans.ts";
import type { HeldAnswers } from "../answer/held-answers.ts";
import type { BlockPool } from "../body/body-stream.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { TurnShare } from "../limits/turn-share.ts";
import type { RefusalLog } from "../telemetry/refusal-log.ts";
import type { Traffic } from "../telemetry/traffic.ts";
import type { ExchangeWatch } from "./exchange-watch.ts";
import type { AddressParts } from "./incoming-request.ts";

/** The dependencies that all exchanges of one server share. */
export interface ExchangeHost extends AddressParts {
  readonly clock: Clock;
  readonly log: Logger;
  /** Writes the log entry of each answer, with fixed fields and no secret. */
  readonly answerLines: LineLog;
  readonly limits: Pick<Limits, "bodyBytesMax" | "takeAheadMs">;
  readonly watch: ExchangeWatch;
  readonly pool: BlockPool;
  readonly traffic: Traffic;
  readonly nextRequestId: () => string;
  /** True while the server drains: each answer closes its connection. */
  isDraining(): boolean;
  readonly refusals: RefusalLog;
  /** Whether browsers reach the server over TLS only. */
  isSecure(): boolean;
  /** Receives every answer; `null`: no listener. */
  readonly spans: Spans | null;
  /** Bounds the work for one client in each turn of the event loop. */
  readonly turns: TurnShare;
  /** Answers that their connections could not send at once. */
  readonly held: HeldAnswers;
  /** Bounds answers to one address that uWebSockets.js would keep without a limit while the client reads nothing. */
  readonly unboundedRate: RateLimiter;
  /** Whether a header of the request may name the client's address. */
  readonly believesProxies: boolean;
  /** Whether a request without a clear end is answered before its connection is closed: true once in a turn of the event loop. */
  mayAnswerAmbiguous(): boolean;
}

/** Creates ids that no other start of the service creates: 48 random bits of this process, then a counter. Source: ERR-18. */
export function createRequestIds(): () => string {
  const prefix = randomBytes(6).toString("base64url");
  let last = 0;
  return () => {
    last += 1;
    return `${prefix}-${last}`;
  };
}
