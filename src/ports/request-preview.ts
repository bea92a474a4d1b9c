import type { OutboundAttempt, OutboundBotEvent, OutboundWebhook } from "./outbound.ts";

/** A request as an administrator may see it: its secrets are masked. */
export interface RequestPreview {
  /** Without credentials, which are in a header. */
  readonly url: string;
  /** Without headers of the connection, such as `Host`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Shows requests without making them. Source: DEL-28, AUTH-14. */
export interface RequestPreviews {
  /** Signed as a request that is sent at `atMs`. */
  message(attempt: OutboundAttempt, atMs: number): RequestPreview;
  /** Signed like a message. */
  webhook(report: OutboundWebhook, atMs: number): RequestPreview;
  /** Signed like a message; without an access token. */
  bot(event: OutboundBotEvent, atMs: number): RequestPreview;
}
