import { pino } from "pino";
import type { Health } from "../../src/edge/routes/health.ts";
import type { OperationParts } from "../../src/edge/telemetry/operations.ts";
import type { LogHealth } from "../../src/ports/log.ts";

const healthyLog: LogHealth = { failure: null, failedWrites: 0, linesLost: 0 };

/** The health of a service whose log, store and disk have no fault. */
export const healthy: Health = {
  log: () => healthyLog,
  store: () => ({ failure: null, failedCommits: 0 }),
  isBehind: () => false,
  diskWarnings: () => [],
};

/** The metrics are at the service's own address, without a token. */
export const openly: Health & Pick<OperationParts, "metrics" | "address" | "serverLog"> = {
  ...healthy,
  metrics: { address: null, token: null },
  address: { host: "127.0.0.1", port: 0 },
  serverLog: pino({ level: "silent" }),
};
