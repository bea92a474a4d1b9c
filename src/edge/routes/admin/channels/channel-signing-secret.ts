import Type from "typebox";
import { newSigningSecret } from "../../../../core/random/signing-secret.ts";
import type { Result } from "../../../../core/result.ts";
import { fail, ok } from "../../../../core/result.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findAdministrator } from "../../desk/desk-caller.ts";
import { bodyOf } from "../admin-docs.ts";
import { answerChange, missing } from "../admin-exchange.ts";
import type { AdminParts } from "../admin-parts.ts";
import { applyChange } from "./channel.ts";
import type { ChannelBody } from "./channel-body.ts";
import { channelBody } from "./channel-body.ts";

interface NewSecretBody extends ChannelBody {
  readonly signingSecret: string;
}

/**
 * `POST /api/channels/{id}/webhooks/secret`: creates a secret that signs every event from the answer on. The previous secret also
 * signs for one day. The new secret is returned only in this answer. Source: WH-40, AUTH-14.
 */
export const channelSigningSecretRoute = (admin: AdminParts): Route => ({
  pattern: "/api/channels/:id/webhooks/secret",
  gate: "load",
  methods: { post: renewSecret(admin) },
  docs: {
    post: {
      id: "renewSigningSecret",
      summary: "Creates a new signing secret. For 24 hours, the old secret signs too.",
      tag: "Channels",
      access: "administrator",
      answer: {
        status: 200,
        description: "The secret, which is never answered again, and the channel.",
        schema: bodyOf({
          signingSecret: Type.String({ description: "whsec_ and base64: what the receiver checks signatures with." }),
          ...channelBody.properties,
        }),
      },
      failures: ["conflict"],
    },
  },
});

const renewSecret =
  (admin: AdminParts): Handler =>
  async (exchange, [id = ""]) => {
    if (findAdministrator(admin, exchange) === null) return;
    await answerChange(admin, exchange, 200, () => renew(admin, id));
  };

async function renew(admin: AdminParts, id: string): Promise<Result<NewSecretBody>> {
  const settings = admin.runtime.directory.find(id)?.settings;
  if (settings === undefined) return { ok: false, failure: missing("channel") };
  if (settings.webhooks === null) return fail("conflict", "The channel has no webhooks: there is nothing to sign.");
  const signingSecret = newSigningSecret();
  const saved = await applyChange(admin, settings, { webhooks: { signingSecret } });
  return saved.ok ? ok({ signingSecret, ...saved.value }) : saved;
}
