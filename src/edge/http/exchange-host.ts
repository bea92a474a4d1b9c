import type { Logger } from "pino";
import type { Limits } from "../../config/limits.ts";
import type { LineLog } from "../../core/telemetry/line-log.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Spans } from "../../ports/spans.ts";
import type { HeldAnswers } from "../answer/held-answers.ts";
import type { BlockPool } from "../body/block-pool.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { TurnShare } from "../limits/turn-share.ts";
import type { RefusalLog } from "../telemetry/refusal-log.ts";
import type { Traffic } from "../telemetry/traffic.ts";
import type { ExchangeWatch } from "./exchange-watch.ts";
import type { AddressParts } from "./incoming-request.ts";

/** What all exchanges of one server share. */
export interface ExchangeHost extends AddressParts {
  readonly clock: Clock;
  readonly log: Logger;
  /** The line about each answer: one with fixed fields, none of them a secret. */
  readonly answerLines: LineLog;
  readonly limits: Pick<Limits, "bodyBytesMax" | "takeAheadMs">;
  readonly watch: ExchangeWatch;
  readonly pool: BlockPool;
  readonly traffic: Traffic;
  readonly nextRequestId: () => string;
  /** True while the server drains: each answer closes its connection. */
  isDraining(): boolean;
  readonly refusals: RefusalLog;
  /** Told of every answer; `null`: nobody is. */
  readonly spans: Spans | null;
  /** What each turn of the loop does for one client. */
  readonly turns: TurnShare;
  /** Answers that their connections did not take at once. */
  readonly held: HeldAnswers;
  /** Answers to one address that the server underneath keeps without a bound while their connection takes nothing. */
  readonly unboundedRate: RateLimiter;
  /** Whether a client's address may stand in the request. */
  readonly believesProxies: boolean;
  /** Whether a request without a clear end is answered before its connection is closed: once in a turn of the loop. */
  mayAnswerAmbiguous(): boolean;
}
