import type { OutboundAttempt, OutboundWebhook } from "./outbound.ts";

/** A request as an administrator may see it: what is secret in it is masked. */
export interface RequestPreview {
  /** Without who signs in, which stands in a header. */
  readonly url: string;
  /** But for those of the connection, `Host` for one. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Shows requests without making them. Source: DEL-28, AUTH-14. */
export interface RequestPreviews {
  message(attempt: OutboundAttempt): RequestPreview;
  /** Signed as it is when it is sent at `atMs`. */
  webhook(report: OutboundWebhook, atMs: number): RequestPreview;
}
