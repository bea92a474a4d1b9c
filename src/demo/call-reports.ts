import type { ParleyCalls } from "./gateway/gateway.ts";
import type { ParleyService } from "./parley-client.ts";
import { callParley } from "./parley-client.ts";

/**
 * The reports of a call gateway to the service. A report without an answer is retried; a repeated report changes nothing.
 * Source: CALL-05, CALL-07.
 */
export const createCallReports = (service: ParleyService, token: string): ParleyCalls => ({
  path: `/calls/${token}`,
  report: (path, body, log) => callParley(service, "gateway", { method: "POST", path, body }, log),
});
