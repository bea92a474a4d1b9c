import type { Logger } from "pino";
import type { Limits } from "../config/limits.ts";
import type { Clock } from "../ports/clock.ts";
import type { BlockPool } from "./block-pool.ts";
import type { ClientAddress } from "./client-address.ts";
import type { ExchangeWatch } from "./exchange-watch.ts";
import type { Traffic } from "./traffic.ts";

/** What all exchanges of one server share. */
export interface ExchangeHost {
  readonly clock: Clock;
  readonly log: Logger;
  /** For the line about each answer: one with fixed fields, none of them a secret. */
  readonly answerLog: Logger;
  readonly limits: Pick<Limits, "bodyBytesMax">;
  readonly watch: ExchangeWatch;
  readonly pool: BlockPool;
  readonly traffic: Traffic;
  readonly nextRequestId: () => string;
  readonly clientAddress: ClientAddress;
  /** True while the server drains: each answer closes its connection. */
  isDraining(): boolean;
}
