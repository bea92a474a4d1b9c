export type FlowName =
  | "main"
  | "failing"
  | "dead"
  | "bot"
  | "slow-bot"
  | "failing-bot"
  | "dead-bot"
  | "lone-bot"
  | "crm"
  | "callback"
  | "failed-call"
  | "live";

/** The senders and receivers: the sample customer system, bots, CRM and call gateway, the scripted agent and visitors, and the service. */
export type Party = "shop" | "bot" | "crm" | "gateway" | "agent" | "visitor" | "parley";

/** A request, an answer, a frame, or a sentence about them. Secrets are already masked. */
export type Entry =
  | {
      readonly kind: "request";
      readonly from: Party;
      readonly to: Party;
      readonly method: string;
      readonly path: string;
      readonly body: unknown;
    }
  /** `from` sent the request, and `to` answers it. `status` is null if there was no answer. */
  | {
      readonly kind: "answer";
      readonly from: Party;
      readonly to: Party;
      readonly status: number | null;
      readonly body: unknown;
    }
  /** A frame on the desk's or a visitor's socket; `from` is its sender. */
  | { readonly kind: "frame"; readonly from: Party; readonly to: Party; readonly body: unknown }
  | { readonly kind: "note"; readonly text: string };

/** One fact that a flow must show. */
export interface Check {
  readonly name: string;
  readonly isRight: boolean;
  /** The observed values, printed if the check fails. */
  readonly seen: unknown;
}

/** An event of the demo, as `--json` prints it. Times are milliseconds since the flow's start. */
export type DemoEvent =
  | { readonly event: "service.ready"; readonly pid: number; readonly url: string; readonly restarts: number }
  | {
      readonly event: "service.ended";
      readonly pid: number;
      readonly signal: string | null;
      readonly code: number | null;
    }
  | { readonly event: "flow.started"; readonly flow: FlowName; readonly title: string }
  | { readonly event: "line"; readonly flow: FlowName; readonly atMs: number; readonly entry: Entry }
  | { readonly event: "flow.ended"; readonly flow: FlowName; readonly checks: readonly Check[] }
  | { readonly event: "verdict"; readonly isRight: boolean }
  | { readonly event: "open"; readonly chatPage: string; readonly status: string };
