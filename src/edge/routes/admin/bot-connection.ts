import Type from "typebox";
import type { BotConnection } from "../../../codec/admin/admin-bot-connection.ts";
import { botConnection, parseBotConnection } from "../../../codec/admin/admin-bot-connection.ts";
import { restoreSignIn } from "../../../codec/admin/masked-sign-in.ts";
import { sampleBotEndpoint } from "../../../core/addresses/sample-bot.ts";
import type { OneAtATime } from "../../../core/one-at-a-time.ts";
import { newRandom } from "../../../core/random/channel-address.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { BotProviders } from "../../../domain/bot/providers.ts";
import type { Operation } from "../operation.ts";
import { operation } from "../operation.ts";
import type { ChannelBody, ChannelRecords } from "./channel-records.ts";
import { channelBody } from "./channel-records.ts";
import type { CheckSavedTarget } from "./declared.ts";
import { bodyOf, inTurn, missing } from "./records.ts";

interface Parts {
  readonly records: ChannelRecords;
  readonly providers: BotProviders;
  readonly checkTarget: CheckSavedTarget;
  readonly oneAtATime: OneAtATime;
}

/** Connects a bot by its name and its address, and makes the rest. The token is returned only in this answer. Source: BOT-52, AUTH-14. */
export const connectBot = (parts: Parts): Operation =>
  operation({
    tag: "Channels",
    gate: "load",
    access: "administrator",
    scope: "administration",
    method: "post",
    path: "/api/channels/:id/bot",
    id: "connectBot",
    summary: "Connects a bot. The service makes its provider and its token. Without an endpoint, it is the sample bot.",
    body: { schema: botConnection, parse: parseBotConnection },
    answer: {
      status: 201,
      description: "The token that the service made, which is never answered again, and the channel.",
      schema: bodyOf({
        token: Type.Union([Type.String(), Type.Null()], {
          description: "The token, which is part of both addresses. Null if the request had it.",
        }),
        ...channelBody.properties,
      }),
    },
    failures: ["conflict"],
    async handle({ exchange, parameters: [id], body }) {
      const { endpoint } = body;
      if (endpoint !== undefined) {
        const whole = restoreSignIn("endpoint", endpoint, undefined);
        if (!whole.ok) return whole;
        const refused = await parts.checkTarget(endpoint);
        if (refused !== null)
          return fail(refused.code, `Field endpoint must be a permitted target. ${refused.message}`);
      }
      return inTurn(parts.oneAtATime, exchange, () => connect(parts, id, body));
    },
  });

async function connect(
  { records, providers }: Parts,
  id: string,
  { name, endpoint = sampleBotEndpoint, token }: BotConnection,
): Promise<Result<ChannelBody & { readonly token: string | null }>> {
  const settings = records.find(id)?.settings;
  if (settings === undefined) return missing("channel");
  if (settings.bot !== null) return fail("conflict", "The channel has a bot already: disconnect it first.");
  const provider = providerIdOf(name);
  const isNew = providers.find(provider) === undefined;
  const added = isNew ? await providers.add(provider, name) : ok(undefined);
  if (!added.ok) return added;
  const made = token === undefined ? newRandom() : null;
  const saved = await records.change(settings, { bot: { provider, endpoint, token: token ?? made ?? "", name } });
  return saved.ok ? ok({ token: made, ...saved.value }) : saved;
}

/** An id of a provider in which its name can be recognised. Source: BOT-03. */
function providerIdOf(name: string): string {
  const plain = name.normalize("NFKD").toLowerCase();
  const words = plain.replaceAll(/[^a-z0-9]+/g, "-").slice(0, 60);
  const trimmed = words.replaceAll(/^-|-$/g, "");
  return trimmed.length < 3 ? `bot-${trimmed}`.replace(/-$/, "s") : trimmed;
}
