/** A status report of the gateway. Source: CALL-07. */
export interface CallReport {
  readonly status: "start" | "agent_connected" | "client_connected" | "end" | "error";
  readonly reason?: string;
  readonly record_url?: string;
}

export const busyReason = "Line busy";

/** The reports of a call to this number. A number that ends in 99 is busy; any other is answered. */
export const reportsOf = (phone: string, recordUrl: string): readonly CallReport[] =>
  phone.endsWith("99")
    ? [{ status: "error", reason: busyReason }]
    : [{ status: "agent_connected" }, { status: "client_connected" }, { status: "end", record_url: recordUrl }];
