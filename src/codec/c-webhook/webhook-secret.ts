import type { WebhookSettings } from "../../../machines/channel/channel.types.ts";

type Secrets = Pick<WebhookSettings, "signingSecret" | "previousSecret">;

/** How long a replaced secret is still used for signing together with the new secret. Source: WH-40. */
const previousForMs = 24 * 60 * 60 * 1_000;

/**
 * Returns the secrets after `signingSecret` was set. The previous secret is used for one more day, so there are at most two
 * secrets. Setting the same secret again changes nothing; `null` ends signing at once. Source: WH-40.
 */
export function changeSigningSecret(before: Secrets | null, signingSecret: string | null, nowMs: number): Secrets {
  const old = before?.signingSecret ?? null;
  if (before !== null && old === signingSecret) return { signingSecret, previousSecret: before.previousSecret };
  const isReplaced = old !== null && signingSecret !== null;
  return { signingSecret, previousSecret: isReplaced ? { secret: old, untilMs: nowMs + previousForMs } : null };
}

/** Until when the previous secret still counts; `null` when it does not count any more. */
export function endOfPrevious({ previousSecret }: Pick<Secrets, "previousSecret">, nowMs: number): number | null {
  return previousSecret !== null && previousSecret.untilMs > nowMs ? previousSecret.untilMs : null;
}

/**
 * The webhooks that the config file declares. If its secret differs from the stored secret, this is a change of secret.
 * Source: WH-40.
 */
export const declaredWebhooks = (
  stored: WebhookSettings | null,
  declared: WebhookSettings | null,
  nowMs: number,
): WebhookSettings | null =>
  declared && { url: declared.url, ...changeSigningSecret(stored, declared.signingSecret, nowMs) };
