import type { Static } from "typebox";
import Type from "typebox";
import type { IdentitySettings, WidgetSettings } from "../../../machines/channel/channel.types.ts";
import { about } from "../schema/schema-parts.ts";
import { plainSecret } from "../schema/secret-schema.ts";
import {
  aboutIdentity,
  aboutLook,
  identityFields,
  identitySecretForm,
  lookFields,
  widgetFields,
} from "../settings/widget-schema.ts";
import { changeSecret, endOfPrevious } from "../signatures/signing-secrets.ts";
import { orNull } from "./admin-bot.ts";

const hours = Type.Object(
  {
    days: Type.Array(Type.Integer(), { description: "Which days, 1 for Monday to 7 for Sunday." }),
    from: Type.String({ description: "The first minute." }),
    to: Type.String({ description: "The minute after the last." }),
  },
  { additionalProperties: false },
);

const { secret, jwksUrl } = identityFields(plainSecret);

/** The widget keys that administrators send: those of the config file. Null sets the widget's default. */
export const widgetChangeFields = {
  ...widgetFields,
  look: Type.Optional(
    Type.Object(
      {
        color: orNull(lookFields.color, "Null takes it away."),
        position: Type.Optional(lookFields.position),
        language: orNull(lookFields.language, "Null takes it away."),
        title: orNull(lookFields.title, "Null takes it away."),
        greeting: orNull(lookFields.greeting, "Null takes it away."),
        sound: Type.Optional(lookFields.sound),
      },
      { additionalProperties: false, ...aboutLook, description: `${aboutLook.description} What is absent stays.` },
    ),
  ),
  identity: orNull(
    Type.Object(
      {
        secret: Type.Optional(
          Type.Union([secret, Type.Null()], {
            writeOnly: true,
            ...about(
              `${identitySecretForm}, or null`,
              "The secret for tokens that are signed by HS256. Null takes it away. The API accepts it and never answers it.",
            ),
          }),
        ),
        jwksUrl: orNull(jwksUrl, "Null takes it away."),
      },
      {
        additionalProperties: false,
        ...aboutIdentity,
        description: `${aboutIdentity.description} Absent fields stay unchanged. After a change of the secret, tokens of both secrets are accepted for 24 hours.`,
      },
    ),
    "Null: no visitor can prove who they are.",
  ),
};

const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

/** A widget as administrators see it, with the config file's keys. */
export const widgetAnswerFields = {
  allowedOrigins: Type.Array(Type.String(), {
    description: "The web sites that may carry the widget; any when empty.",
  }),
  safeUrls: Type.Array(Type.String(), { description: "The domains that links of custom data may lead to." }),
  callback: Type.Object(
    {
      enabled: Type.Boolean({ description: "Whether visitors may ask for a call." }),
      balance: Type.Number({
        description: "The call balance: how many answered callbacks are left. At 0 no calls can be asked for.",
      }),
      hours: Type.Array(hours, { description: "The hours in which calls may be asked for; at any time when empty." }),
      timeZone: Type.String({ description: "The time zone of the hours." }),
    },
    { additionalProperties: false, description: "Calls that visitors ask for." },
  ),
  look: Type.Object(
    {
      color: textOrNull("The widget's colour, as #rrggbb; null: the widget's own."),
      position: Type.Union([Type.Literal("left"), Type.Literal("right")], { description: "The side of the page." }),
      language: textOrNull("The widget's language; null: the language of the visitor's browser."),
      title: textOrNull(
        "The title in the head of the window while no agent has the chat; null: the widget's own words.",
      ),
      greeting: textOrNull("The greeting, the first message that visitors see; null: the widget's own words."),
      sound: Type.Boolean({
        description: "Whether a new message makes a sound, unless the visitor switches the sound off.",
      }),
    },
    { additionalProperties: false, description: "The look and the sounds of the widget." },
  ),
  contactsForm: Type.Boolean({ description: "Whether the contacts form is offered after the first message." }),
  contactsFirst: Type.Boolean({ description: "Whether the form is offered before the first message too." }),
  home: Type.Boolean({
    description: "Whether the window opens with a greeting, the agents and earlier conversations.",
  }),
  suggestions: Type.Array(Type.String(), { description: "What the home offers to say to the channel's bot." }),
  identity: Type.Union(
    [
      Type.Object(
        {
          hasSecret: Type.Boolean({ description: "Whether there is a secret for HS256; it is not shown." }),
          previousSecretUntil: Type.Union([Type.Integer(), Type.Null()], {
            description:
              "The time until which tokens of the previous secret are accepted too; null with one secret or none.",
          }),
          jwksUrl: textOrNull("Where the public keys for RS256 and ES256 are read; null without them."),
        },
        { additionalProperties: false },
      ),
      Type.Null(),
    ],
    { description: "How visitors prove who they are; null when no visitor can. The secret is never answered." },
  ),
};

const _change = Type.Object(widgetChangeFields);
const _answer = Type.Object(widgetAnswerFields);
export type WidgetChange = Static<typeof _change>;
export type WidgetAnswer = Static<typeof _answer>;

/** The widget with the given fields replaced, also inside `callback`, `look` and `identity`. */
export function toChangedWidget(before: WidgetSettings, change: WidgetChange, nowMs: number): WidgetSettings {
  return {
    allowedOrigins: change.allowedOrigins ?? before.allowedOrigins,
    safeUrls: change.safeUrls ?? before.safeUrls,
    callback: { ...before.callback, ...change.callback },
    // A field that is null is removed.
    look: { ...before.look, ...change.look },
    contactsForm: change.contactsForm ?? before.contactsForm,
    contactsFirst: change.contactsFirst ?? before.contactsFirst,
    home: change.home ?? before.home,
    suggestions: change.suggestions ?? before.suggestions,
    identity:
      change.identity === undefined ? before.identity : toChangedIdentity(before.identity, change.identity, nowMs),
  };
}

/** A replaced secret verifies tokens for one more day. `null` when neither a secret nor an address is left. Source: WJ-48. */
export function toChangedIdentity(
  before: IdentitySettings | null,
  change: NonNullable<WidgetChange["identity"]> | null,
  nowMs: number,
): IdentitySettings | null {
  const { secret = before?.secret ?? null, jwksUrl = before?.jwksUrl ?? null } = change ?? {
    secret: null,
    jwksUrl: null,
  };
  if (secret === null && jwksUrl === null) return null;
  const present = before && { signingSecret: before.secret, previousSecret: before.previousSecret };
  return { secret, previousSecret: changeSecret(present, secret, nowMs).previousSecret, jwksUrl };
}

export function toWidgetAnswer(widget: WidgetSettings, nowMs: number): WidgetAnswer {
  const { allowedOrigins, safeUrls, callback, look, contactsForm, contactsFirst, home, suggestions, identity } = widget;
  return {
    allowedOrigins: [...allowedOrigins],
    safeUrls: [...safeUrls],
    callback: { ...callback, hours: callback.hours.map(({ days, from, to }) => ({ days: [...days], from, to })) },
    look,
    contactsForm,
    contactsFirst,
    home,
    suggestions: [...suggestions],
    identity: identity && {
      hasSecret: identity.secret !== null,
      previousSecretUntil: endOfPrevious(identity.previousSecret, nowMs),
      jwksUrl: identity.jwksUrl,
    },
  };
}
