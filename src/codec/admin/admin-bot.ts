import type { Static, TSchema } from "typebox";
import Type from "typebox";
import type { BotSettings, OauthSettings } from "../../../machines/channel/channel.types.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import { about } from "../schema/schema-parts.ts";
import { plainSecret } from "../schema/secret-schema.ts";
import { aboutBot, aboutOauth, botFields, oauthFields } from "../settings/channel-schema.ts";
import { changeGivenSecret, secretChange, secretsAnswer, toSecretsAnswer } from "../signatures/signing-secrets.ts";
import { maskSignIn, restoreSignIn } from "./masked-sign-in.ts";

interface Described {
  readonly title?: string;
  readonly description?: string;
}

/** The schema, which also accepts null. `onNull` describes the meaning of null. */
export const orNull = <Schema extends TSchema>(schema: Schema & Described, onNull: string) =>
  Type.Optional(
    Type.Union([schema, Type.Null()], about(`${schema.title}, or null`, `${schema.description} ${onNull}`)),
  );

const hidden = "The token and the client's secret are taken and never answered.";
const { provider, endpoint, token, name, photo } = botFields(plainSecret, "the id of a provider");
const { tokenUrl, clientId, clientSecret } = oauthFields(plainSecret);

const options = {
  name: orNull(name, "Null: the provider's name."),
  photo: orNull(photo, "Null takes it away."),
  signingSecret: secretChange("The secret that signs every event for the bot. Null: events are not signed."),
};

const oauthCreation = Type.Object(
  { tokenUrl, clientId, clientSecret },
  { additionalProperties: false, ...aboutOauth, description: `${aboutOauth.description} ${hidden}` },
);
const oauthChange = Type.Object(
  { tokenUrl: Type.Optional(tokenUrl), clientId: Type.Optional(clientId), clientSecret: Type.Optional(clientSecret) },
  { additionalProperties: false, ...aboutOauth, description: `${aboutOauth.description} What is absent stays.` },
);

/** The bot of a new channel. Source: BOT-04, AUTH-14. */
export const botCreation = Type.Object(
  { provider, endpoint, token, ...options, oauth: orNull(oauthCreation, "Null: none are asked for.") },
  { additionalProperties: false, ...aboutBot, description: `${aboutBot.description} ${hidden}` },
);

/** A change of a channel's bot. `toChangedBot` checks the fields that are required. */
export const botChange = Type.Object(
  {
    provider: Type.Optional(provider),
    endpoint: Type.Optional(endpoint),
    token: Type.Optional(token),
    ...options,
    oauth: orNull(oauthChange, "Null takes it away."),
  },
  {
    additionalProperties: false,
    ...aboutBot,
    description: `${aboutBot.description} For a bot of the same provider, absent fields stay unchanged. A bot of another provider is a new bot. ${hidden}`,
  },
);

/** A bot as administrators see it, without its secrets. Source: AUTH-14. */
export const botAnswer = Type.Object(
  {
    provider: Type.String({ description: "The id of the provider." }),
    endpoint: Type.String({
      description: "The URL to which events are posted. The token is added to it and is not shown.",
    }),
    serviceUrl: Type.String({
      description: "The URL to which the provider posts its events. {token} is a placeholder for the token.",
    }),
    name: Type.Union([Type.String(), Type.Null()], {
      description: "The name that clients see; null for the provider's name.",
    }),
    photo: Type.Union([Type.String(), Type.Null()], { description: "The bot's avatar." }),
    ...secretsAnswer,
    oauth: Type.Union(
      [
        Type.Object(
          {
            tokenUrl: Type.String({ description: "The URL that issues access tokens." }),
            clientId: Type.String({ description: "Names this installation to the provider." }),
          },
          { additionalProperties: false },
        ),
        Type.Null(),
      ],
      { description: "Temporary access tokens; the client's secret is not shown." },
    ),
  },
  { $id: "Bot", additionalProperties: false, description: "A connected bot. Its token and secret are never answered." },
);

export type BotChange = Static<typeof botChange>;
export type BotAnswer = Static<typeof botAnswer>;

/**
 * The bot with the given fields replaced. Fails with `invalid_request`, naming the field, if a new bot, or a bot
 * of another provider, lacks a required field.
 */
export function toChangedBot(
  before: BotSettings | null,
  change: BotChange | null,
  nowMs: number,
): Result<BotSettings | null> {
  if (change === null) return ok(null);
  const kept = change.provider === undefined || change.provider === before?.providerId ? before : null;
  const providerId = change.provider ?? kept?.providerId;
  if (providerId === undefined) return missing("bot.provider", provider);
  const given = change.endpoint ?? kept?.endpoint;
  if (given === undefined) return missing("bot.endpoint", endpoint);
  const address = restoreSignIn("bot.endpoint", given, kept?.endpoint);
  if (!address.ok) return address;
  const secret = change.token ?? kept?.token;
  if (secret === undefined) return missing("bot.token", token);
  const oauth = toChangedOauth(kept?.oauth ?? null, change.oauth);
  if (!oauth.ok) return oauth;
  return ok({
    providerId,
    endpoint: address.value,
    token: secret,
    name: change.name === undefined ? (kept?.name ?? null) : change.name,
    photo: change.photo === undefined ? (kept?.photo ?? null) : change.photo,
    oauth: oauth.value,
    ...changeGivenSecret(kept, change.signingSecret, nowMs),
  });
}

function toChangedOauth(before: OauthSettings | null, change: BotChange["oauth"]): Result<OauthSettings | null> {
  if (change === undefined) return ok(before);
  if (change === null) return ok(null);
  const changed = { ...before, ...change };
  if (changed.tokenUrl === undefined) return missing("bot.oauth.tokenUrl", tokenUrl);
  if (changed.clientId === undefined) return missing("bot.oauth.clientId", clientId);
  if (changed.clientSecret === undefined) return missing("bot.oauth.clientSecret", clientSecret);
  const address = restoreSignIn("bot.oauth.tokenUrl", changed.tokenUrl, before?.tokenUrl);
  if (!address.ok) return address;
  return ok({ tokenUrl: address.value, clientId: changed.clientId, clientSecret: changed.clientSecret });
}

/** The failure for a required field that was not given. */
export const missing = <Schema extends TSchema>(place: string, { title }: Schema & Described): Result<never> =>
  fail("invalid_request", `Field ${place} is missing: it must be ${title}.`);

/** Source: BOT-05, AUTH-14. */
export function toBotAnswer(bot: BotSettings | null, publicUrl: string, nowMs: number): BotAnswer | null {
  if (bot === null) return null;
  const { providerId, endpoint: address, name: shown, photo: avatar, oauth } = bot;
  return {
    provider: providerId,
    endpoint: maskSignIn(address),
    serviceUrl: `${publicUrl}/bots/webhooks/${providerId}/{token}`,
    name: shown,
    photo: avatar,
    ...toSecretsAnswer(bot, nowMs),
    oauth: oauth && { tokenUrl: maskSignIn(oauth.tokenUrl), clientId: oauth.clientId },
  };
}
