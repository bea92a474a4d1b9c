import type { Static } from "typebox";
import Type from "typebox";
import type { WebhookSettings } from "../../../machines/channel/channel.types.ts";
import type { Result } from "../../core/result.ts";
import { ok } from "../../core/result.ts";
import { plainSecret } from "../schema/secret-schema.ts";
import { aboutWebhooks, webhooksFields } from "../settings/channel-schema.ts";
import { changeGivenSecret, secretChange, secretsAnswer, toSecretsAnswer } from "../signatures/signing-secrets.ts";
import { missing, orNull } from "./admin-bot.ts";
import { maskSignIn, restoreSignIn } from "./masked-sign-in.ts";

const { url } = webhooksFields(plainSecret);
const signingSecret = secretChange("The secret that signs every event. Null: events are not signed.");

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
    ...secretsAnswer,
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
  return ok({ url: address.value, ...changeGivenSecret(before, change.signingSecret, nowMs) });
}

export const toWebhooksAnswer = (webhooks: WebhookSettings | null, nowMs: number): WebhooksAnswer | null =>
  webhooks && { url: maskSignIn(webhooks.url), ...toSecretsAnswer(webhooks, nowMs) };
