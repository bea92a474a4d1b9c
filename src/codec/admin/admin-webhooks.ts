import type { Static } from "typebox";
import Type from "typebox";
import type { WebhookSettings } from "../../../machines/channel/channel.types.ts";
import type { Result } from "../../core/result.ts";
import { ok } from "../../core/result.ts";
import { changeSigningSecret } from "../c-webhook/webhook-secret.ts";
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
      "Signs every event. Null: they are not signed. Taken and never answered.",
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
      description: `${aboutWebhooks.description} What is absent stays. After another secret the one before signs beside it for 24 hours.`,
    },
  ),
  "Null ends them.",
);

/** Developer webhooks as administrators see them, without their secrets. Source: AUTH-14. */
export const webhooksAnswer = Type.Object(
  {
    url: Type.String({ description: "Where the events are posted." }),
    signed: Type.Boolean({ description: "Whether there is a signing secret; it is not shown." }),
    previousSecretUntil: Type.Union([Type.Integer(), Type.Null()], {
      description: "Until when events are also signed with the secret before; null with one secret or none.",
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
  const untilMs = webhooks.previousSecret?.untilMs ?? null;
  return {
    url: maskSignIn(webhooks.url),
    signed: webhooks.signingSecret !== null,
    previousSecretUntil: untilMs !== null && untilMs > nowMs ? untilMs : null,
  };
}
