import type { Limits } from "../../config/limits.ts";
import type { HeldAnswers } from "../answer/held-answers.ts";
import type { BlockPool } from "../body/body-stream.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { TurnShare } from "../limits/turn-share.ts";
import type { ExchangeNotes } from "../telemetry/exchange-log.ts";
import type { ExchangeWatch } from "./exchange-watch.ts";
import type { AddressParts } from "./incoming-request.ts";

/** The dependencies that all exchanges of one server share. */
export interface ExchangeHost extends AddressParts, ExchangeNotes {
  readonly limits: Pick<Limits, "bodyBytesMax" | "takeAheadMs">;
  readonly watch: ExchangeWatch;
  readonly pool: BlockPool;
  readonly nextRequestId: () => string;
  /** True while the server drains: each answer closes its connection. */
  isDraining(): boolean;
  /** Whether browsers reach the server over TLS only. */
  isSecure(): boolean;
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
