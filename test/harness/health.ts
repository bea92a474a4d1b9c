import type { Health } from "../../src/edge/routes/health.ts";
import type { LogHealth } from "../../src/ports/log.ts";

const healthyLog: LogHealth = { failure: null, failedWrites: 0, linesLost: 0 };

/** What a service stands on that lacks nothing. */
export const healthy: Health = {
  log: () => healthyLog,
  store: () => ({ failure: null, failedCommits: 0 }),
  isBehind: () => false,
  diskWarnings: () => [],
};
