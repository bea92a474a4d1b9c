import type { Static } from "typebox";
import Type from "typebox";
import type { WebhookSettings } from "../../../machines/channel/channel.types.ts";
import type { Result } from "../../core/result.ts";
import { ok } from "../../core/result.ts";
import { changeSigningSecret, endOfPrevious } from "../c-webhook/webhook-secret.ts";
import { about } from "../schema/schema-parts.ts";
import { plainSecret } from "../schema/secret-schema.ts";
import { aboutWebhooks, signingSecretForm, webhooksFields } from "../settings/channel-schema.ts";
import { missing, orNull } from "./admin-bot.ts";
import { maskSignIn, restoreSignIn } from "./masked-sign-in.ts";

const { url, signingSecret: secret } = webhooksFields(plainSecret);
const signingSecret = Type.Optional(
  Type.Union([secret, Type.Null()], {
    writeOnly: true,
    ...about(
      `${signingSecretForm}, or null`,
      "The secret that signs every event. Null: events are not signed. The API accepts it and never answers it.",
    ),
  }),
);

/** The developer webhooks of a new channel. Source: WH-01, WH-40, AUTH-14. */
export const webhooksCreation = orNull(
  Type.Object({ url, signingSecret }, { additionalProperties: false, ...aboutWebhooks }),
  "Null: none are told.",
);

/** A change of a channel's developer webhooks. `toChangedWebhooks` checks the fields that are required. */
export const webhooksChange = orNull(
  Type.Object(
    { url: Type.Optional(url), signingSecret },
    {
      additionalProperties: false,
      ...aboutWebhooks,
      description: `${aboutWebhooks.description} Absent fields stay unchanged. After a change of the secret, events are signed with both secrets for 24 hours.`,
    },
  ),
  "Null ends them.",
);

/** Developer webhooks as administrators see them, without their secrets. Source: AUTH-14. */
export const webhooksAnswer = Type.Object(
  {
    url: Type.String({ description: "The URL to which events are posted." }),
    signed: Type.Boolean({ description: "Whether there is a signing secret; it is not shown." }),
    previousSecretUntil: Type.Union([Type.Integer(), Type.Null()], {
      description:
        "The time until which events are also signed with the previous secret; null with one secret or none.",
    }),
  },
  {
    $id: "Webhooks",
    additionalProperties: false,
    description: "Developer webhooks. Their secrets are never answered.",
  },
);

export type WebhooksChange = NonNullable<Static<typeof webhooksChange>>;
export type WebhooksAnswer = Static<typeof webhooksAnswer>;

/** The webhooks with the given fields replaced. Fails with `invalid_request` if there is no URL. Source: WH-40. */
export function toChangedWebhooks(
  before: WebhookSettings | null,
  change: WebhooksChange | null,
  nowMs: number,
): Result<WebhookSettings | null> {
  if (change === null) return ok(null);
  if (change.url === undefined && before === null) return missing("webhooks.url", url);
  const address = restoreSignIn("webhooks.url", change.url ?? before?.url ?? "", before?.url);
  if (!address.ok) return address;
  const given = change.signingSecret === undefined ? (before?.signingSecret ?? null) : change.signingSecret;
  return ok({ url: address.value, ...changeSigningSecret(before, given, nowMs) });
}

export function toWebhooksAnswer(webhooks: WebhookSettings | null, nowMs: number): WebhooksAnswer | null {
  if (webhooks === null) return null;
  return {
    url: maskSignIn(webhooks.url),
    signed: webhooks.signingSecret !== null,
    previousSecretUntil: endOfPrevious(webhooks, nowMs),
  };
}
