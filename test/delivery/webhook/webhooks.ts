import { Webhook } from "standardwebhooks";
import type { WebhookSettings } from "../../../machines/channel/channel.types.ts";
import { asChannelId, asDeliveryId } from "../../../src/core/ids.ts";
import type { OutboundWebhook } from "../../../src/ports/outbound.ts";
import type { Peer } from "../peer.ts";

/** The timeout of an attempt. Source: WH-35. */
const webhookTimeoutMs = 10_000;

/** The body of every request of these tests. It contains characters that an encoder would write differently. */
export const sentReport =
  '{"event_name":"chat_updated",  "chat_id":12,"page":{"url":"https:\\/\\/shop.example","title":"Grüße 😀\\u00e9"}}\n';

export const webhookAt = (url: string, changes: Partial<WebhookSettings> = {}): WebhookSettings => ({
  url,
  signingSecret: null,
  previousSecret: null,
  endpoints: [],
  ...changes,
});

export function toReport(webhooks: WebhookSettings | string, changes: Partial<OutboundWebhook> = {}): OutboundWebhook {
  return {
    channelId: asChannelId("MOBILEAPP1"),
    webhooks: typeof webhooks === "string" ? webhookAt(webhooks) : webhooks,
    deliveryId: asDeliveryId("01JD5Y2B8M3Q7W0V4X6Z9K1T2R"),
    event: "chat_updated",
    body: Buffer.from(sentReport),
    attempt: 1,
    timeoutMs: webhookTimeoutMs,
    ...changes,
  };
}

/** A received request: header names in lower case, and the bytes of the body. */
export interface SeenRequest {
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export function seenBy({ requests }: Pick<Peer, "requests">): readonly SeenRequest[] {
  return requests.map((request) => {
    const headEnd = request.indexOf("\r\n\r\n");
    const [line = "", ...fields] = request.slice(0, headEnd).split("\r\n");
    const pairs = fields.map((field) => /^([^:]+): (.*)$/.exec(field)?.slice(1) ?? ["", field]);
    const headers = Object.fromEntries(pairs.map(([name = "", value = ""]) => [name.toLowerCase(), value]));
    return { line, headers, body: Buffer.from(request.slice(headEnd + 4), "latin1") };
  });
}

/** Whether the library of Standard Webhooks verifies this request with this secret at that time. */
export function isVerified(secret: string, { headers, body }: SeenRequest, nowMs: number): boolean {
  const realNow = Date.now;
  Date.now = () => nowMs;
  try {
    new Webhook(secret).verify(body, { ...headers }, { jsonParse: false });
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === "WebhookVerificationError") return false;
    if (error instanceof Error && /No matching signature|Missing required|too (old|new)/.test(error.message))
      return false;
    throw error;
  } finally {
    Date.now = realNow;
  }
}
