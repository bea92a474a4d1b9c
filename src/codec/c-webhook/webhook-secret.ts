import type { WebhookSettings } from "../../../machines/channel/channel.types.ts";

type Secrets = Pick<WebhookSettings, "signingSecret" | "previousSecret">;

/** How long a secret goes on signing beside the one that took its place. Source: WH-40. */
const previousForMs = 24 * 60 * 60 * 1_000;

/**
 * The secrets after `signingSecret` was set: the one before signs on for a day, so that at most two are alive. The same again
 * changes nothing; `null` ends signing at once. Source: WH-40.
 */
export function changeSigningSecret(before: Secrets | null, signingSecret: string | null, nowMs: number): Secrets {
  const old = before?.signingSecret ?? null;
  if (before !== null && old === signingSecret) return { signingSecret, previousSecret: before.previousSecret };
  const isReplaced = old !== null && signingSecret !== null;
  return { signingSecret, previousSecret: isReplaced ? { secret: old, untilMs: nowMs + previousForMs } : null };
}

/** What the config file declares, after what is stored: another secret than that one is a change of secret. Source: WH-40. */
export const declaredWebhooks = (
  stored: WebhookSettings | null,
  declared: WebhookSettings | null,
  nowMs: number,
): WebhookSettings | null =>
  declared && { url: declared.url, ...changeSigningSecret(stored, declared.signingSecret, nowMs) };
