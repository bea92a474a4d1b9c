import type { OutboundCall } from "./outbound.ts";

/** The call gateway. Source: CALL-06. */
export interface Telephony {
  /** Whether a gateway is configured: without a gateway there are no calls. Source: WJ-27. */
  readonly isConfigured: boolean;
  /** Requests a call, once, never repeated. Returns the reason of a refusal, in words for the agent; `null` when the call was accepted. */
  startCall(call: OutboundCall): Promise<string | null>;
  close(): Promise<void>;
}
