import { createHmac } from "node:crypto";
import type { WebhookSettings } from "../../../machines/channel/channel.types.ts";

/** Returns the headers that prove the sender of an event. Source: WH-40, Standard Webhooks. */
export function signWebhook(
  { signingSecret, previousSecret }: WebhookSettings,
  event: { readonly id: string; readonly body: Uint8Array; readonly nowMs: number },
): readonly string[] {
  if (signingSecret === null) return [];
  const timestamp = String(Math.floor(event.nowMs / 1_000));
  const isBoth = previousSecret !== null && previousSecret.untilMs > event.nowMs;
  const secrets = isBoth ? [signingSecret, previousSecret.secret] : [signingSecret];
  const signatures = secrets.map((secret) => `v1,${hmac(secret, `${event.id}.${timestamp}.`, event.body)}`);
  return ["webhook-timestamp", timestamp, "webhook-signature", signatures.join(" ")];
}

const prefix = "whsec_";

const hmac = (secret: string, before: string, body: Uint8Array): string =>
  createHmac("sha256", Buffer.from(secret.slice(prefix.length), "base64"))
    .update(before)
    .update(body)
    .digest("base64");
