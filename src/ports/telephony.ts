import type { OutboundCall } from "./outbound.ts";

/** The call gateway. Source: CALL-06. */
export interface Telephony {
  /** Whether a gateway is configured: without one there are no calls. Source: WJ-27. */
  readonly isConfigured: boolean;
  /** Asks for a call, once, never repeated. Answers why there will be none, in words for the agent; `null` when it was accepted. */
  startCall(call: OutboundCall): Promise<string | null>;
  close(): Promise<void>;
}
