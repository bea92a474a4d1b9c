import type { TSchema } from "typebox";
import Type from "typebox";
import {
  about,
  emailAddresses,
  flag,
  httpUrl,
  httpUrlWithPlaceholder,
  idNumbers,
  name,
  text,
  texts,
} from "../schema/schema-parts.ts";
import type { SecretSchema } from "../schema/secret-schema.ts";
import { endpointEvents, webhookEvents } from "./webhook-events.ts";
import { identitySchema, widgetFields } from "./widget-schema.ts";

export const signingSecretForm = '"whsec_" and base64 of 1 to 256 bytes';

/** Base64 with or without its padding, of 1 to 256 bytes. Source: WH-40. */
const signingSecretPattern =
  "^whsec_(?=.)(?:(?:[A-Za-z0-9+/]{4}){0,84}(?:[A-Za-z0-9+/]{3}=?)?|(?:[A-Za-z0-9+/]{4}){0,85}(?:[A-Za-z0-9+/]{2}(?:==)?)?)$";

export const signingSecretOf = <Secret extends TSchema>(secret: SecretSchema<Secret>, description: string) =>
  secret(signingSecretForm, description, { pattern: signingSecretPattern });

/** Temporary access tokens. Source: AUTH-08. */
export const oauthFields = <Secret extends TSchema>(secret: SecretSchema<Secret>) => ({
  tokenUrl: httpUrl("Where an access token is had for the client's id and secret."),
  clientId: text("the client's id", "Names this installation to the provider."),
  clientSecret: secret("the client's secret", "Proves it."),
});

export const aboutOauth = about("an object", "Temporary access tokens of the provider.");

/**
 * A bot without `oauth`. `.` and `..` are not allowed as a token, because in a path they would mean a folder. Source: BOT-03,
 * BOT-04, BOT-06, CH-39.
 */
export const botFields = <Secret extends TSchema>(secret: SecretSchema<Secret>, provider: string) => ({
  provider: text(provider, "The id of the provider."),
  endpoint: httpUrlWithPlaceholder(
    "{token}",
    "The provider's endpoint. The token is added at its end, or replaces {token} in it.",
  ),
  token: secret("1 to 255 characters, not . or ..", "The token the provider made for this bot.", {
    maxLength: 255,
    pattern: "^(?!\\.{1,2}$)",
  }),
  name: Type.Optional(name("What clients see as the sender; the provider's name when absent.")),
  photo: Type.Optional(httpUrl("The bot's avatar, which clients see.")),
});

export const aboutBot = about("an object", "The bot every conversation of the channel goes to first.");

const botSchema = <Secret extends TSchema>(secret: SecretSchema<Secret>) =>
  Type.Object(
    {
      ...botFields(secret, "the id of a provider of this file"),
      signingSecret: Type.Optional(signingSecretOf(secret, "Signs every event for the bot.")),
      oauth: Type.Optional(Type.Object(oauthFields(secret), { additionalProperties: false, ...aboutOauth })),
    },
    { additionalProperties: false, ...aboutBot },
  );

/** Developer webhooks of a channel. Source: WH-01, WH-40. */
export const webhooksFields = <Secret extends TSchema>(secret: SecretSchema<Secret>) => ({
  url: httpUrl("The URL to which events are posted."),
  signingSecret: signingSecretOf(secret, "Signs every event."),
});

const everyEvent = [...webhookEvents, ...endpointEvents] as const;

/** One more receiver of events. Source: WH-43, WH-44. */
export const endpointFields = {
  name: Type.String({
    pattern: "^[a-z0-9-]{1,32}$",
    ...about("1 to 32 characters of a-z, 0-9 and -", "Names the endpoint; no other of the channel has this name."),
  }),
  url: httpUrl("The URL to which the events of the endpoint are posted."),
  events: Type.Optional(
    Type.Array(Type.Enum(everyEvent, about(`one of ${everyEvent.join(", ")}`, "One of them.")), {
      minItems: 1,
      ...about(
        `a list of ${everyEvent.join(", ")}`,
        `The events that the endpoint gets. By default those of the webhook URL: ${webhookEvents.join(", ")}.`,
      ),
    }),
  ),
  paused: Type.Optional(flag("Whether the endpoint gets no events for now. False by default.")),
  ordered: Type.Optional(
    flag("Whether the events of a chat wait for the one before also while it is retried. False by default."),
  ),
  orderedWaitMs: Type.Optional(
    Type.Integer({
      minimum: 1_000,
      maximum: 86_400_000,
      ...about(
        "an integer from 1000 to 86400000",
        "Milliseconds that the events of a chat wait at most for one that fails, if ordered. 3600000 by default.",
      ),
    }),
  ),
};

/** Of one channel, and of all channels together. Source: WH-43. */
export const endpointsMax = 10;

export const endpointList = <Endpoint extends TSchema>(endpoint: Endpoint) =>
  Type.Optional(
    Type.Array(endpoint, {
      maxItems: endpointsMax,
      ...about(`a list of at most ${endpointsMax} objects`, "Further receivers of events, each with its own secret."),
    }),
  );

/** Source: WH-45. */
export const orderedWaitDefaultMs = 3_600_000;

export const aboutEndpoint = about("an object with name and url", "One more receiver of events.");

export const aboutWebhooks = about("an object", "Events of the channel's chats for a system of the owner.");

/** The endpoints of a channel, or of all channels, in the config file. */
export const endpointsSchema = <Secret extends TSchema>(secret: SecretSchema<Secret>) =>
  endpointList(
    Type.Object(
      { ...endpointFields, signingSecret: Type.Optional(signingSecretOf(secret, "Signs every event.")) },
      { additionalProperties: false, ...aboutEndpoint },
    ),
  );

const webhooksSchema = <Secret extends TSchema>(secret: SecretSchema<Secret>) => {
  const { url, signingSecret } = webhooksFields(secret);
  return Type.Object(
    { url: Type.Optional(url), signingSecret: Type.Optional(signingSecret), endpoints: endpointsSchema(secret) },
    { additionalProperties: false, ...aboutWebhooks },
  );
};

/** The keys of a channel of either kind. */
export const everyChannel = <Secret extends TSchema>(secret: SecretSchema<Secret>) => ({
  id: Type.String({
    pattern: "^[A-Za-z0-9]{8,32}$",
    ...about("8 to 32 characters of A-Z, a-z and 0-9", "The public id of the channel, part of its addresses."),
  }),
  name: name("The channel's name in the desk."),
  enabled: Type.Optional(
    flag("A channel that is switched off answers offline and accepts no messages. True by default."),
  ),
  test: Type.Optional(
    flag("A channel to try things on: its chats are kept apart, and faults happen on request. False by default."),
  ),
  agents: Type.Optional(idNumbers("The agents who receive the channel's chats.")),
  agentKeywords: Type.Optional(
    Type.Array(name("One of them."), {
      maxItems: 100,
      ...about(
        "a list of at most 100 texts, each 1 to 100 characters and not blank",
        "If a client writes one of these words to the bot, the bot's chat is offered to the agents.",
      ),
    }),
  ),
  acceptTimeoutMs: Type.Optional(
    Type.Integer({
      minimum: 1_000,
      maximum: 86_400_000,
      ...about(
        "an integer from 1000 to 86400000",
        "Milliseconds the agents have to accept a chat of the bot. 60000 by default.",
      ),
    }),
  ),
  bot: Type.Optional(botSchema(secret)),
  webhooks: Type.Optional(webhooksSchema(secret)),
  chatLogEmails: Type.Optional(
    emailAddresses("Who gets the log of each chat by mail when it is closed; needs smtp in the config file."),
  ),
});

/** The keys of a channel of surface A. Source: CH-03 to CH-05, CH-44, DEL-11, DEL-14, DEL-27. */
export const apiChannelFields = <Secret extends TSchema>(secret: SecretSchema<Secret>) => ({
  kind: Type.Literal("api", about('"api" or "widget"', "A chat API channel.")),
  ...everyChannel(secret),
  random: Type.Optional(
    secret(
      "22 to 128 characters of A-Z, a-z, 0-9, _ and -",
      "The secret part of the channel's address. If it is absent, the service makes one.",
      { pattern: "^[A-Za-z0-9_-]{22,128}$" },
    ),
  ),
  webhookUrl: httpUrl("The customer system's endpoint: agents' messages are posted there."),
  appendPublicId: Type.Optional(flag("Joins the channel's id to webhookUrl. True by default.")),
  chunked: Type.Optional(flag("Sends bodies with chunked transfer encoding. False by default.")),
  strictAnswers: Type.Optional(flag("Takes nothing but the documented answer as success. False by default.")),
  hiddenErrorCodes: Type.Optional(texts("an error code", "Errors of the customer system that agents do not see.")),
  signingSecret: Type.Optional(signingSecretOf(secret, "Signs every request to the customer system.")),
  incomingSecret: Type.Optional(
    signingSecretOf(secret, "What the customer system signs its messages with; another one than signingSecret."),
  ),
  requireSignature: Type.Optional(
    flag("Refuses messages of the customer system that are not signed with incomingSecret. False by default."),
  ),
});

/** A channel of surface A. */
export const apiChannelSchema = <Secret extends TSchema>(secret: SecretSchema<Secret>) =>
  Type.Object(apiChannelFields(secret), {
    additionalProperties: false,
    ...about("an object", "A chat API channel."),
  });

/** A channel of surface C. */
export const widgetChannelSchema = <Secret extends TSchema>(secret: SecretSchema<Secret>) =>
  Type.Object(
    {
      kind: Type.Literal("widget", about('"api" or "widget"', "A widget on web pages.")),
      ...everyChannel(secret),
      ...widgetFields,
      identity: Type.Optional(identitySchema(secret)),
    },
    { additionalProperties: false, ...about("an object", "A widget on web pages.") },
  );
