import type { ParleyCalls } from "./gateway/gateway.ts";
import type { ParleyService } from "./parley-client.ts";
import { callParley } from "./parley-client.ts";

/** Where a call gateway reports to; a report that got no answer is made again, and changes nothing then. Source: CALL-05, CALL-07. */
export const createCallReports = (service: ParleyService, token: string): ParleyCalls => ({
  path: `/calls/${token}`,
  report: (path, body, log) => callParley(service, "gateway", { method: "POST", path, body }, log),
});
