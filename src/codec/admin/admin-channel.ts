import type { Static } from "typebox";
import Type from "typebox";
import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import { asAgentId, asChannelId } from "../../core/ids.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { BodyParser } from "../schema/body-parser.ts";
import { createBodyParser } from "../schema/body-parser.ts";
import { about, idNumber, idNumbers } from "../schema/schema-parts.ts";
import { plainSecret } from "../schema/secret-schema.ts";
import { channelDefaults, widgetDefaults } from "../settings/channel-defaults.ts";
import { apiChannelFields, everyChannel } from "../settings/channel-schema.ts";
import { changeGivenSecret, isShared, secretChange } from "../signatures/signing-secrets.ts";
import { botChange, botCreation, toChangedBot } from "./admin-bot.ts";
import { toChangedWebhooks, webhooksChange, webhooksCreation } from "./admin-webhooks.ts";
import { toChangedWidget, widgetChangeFields } from "./admin-widget.ts";
import { restoreSignIn } from "./masked-sign-in.ts";
import { toChangedMembers } from "./member-change.ts";

const { id, name, enabled, test, agentKeywords, acceptTimeoutMs, chatLogEmails } = everyChannel(plainSecret);
const { random, webhookUrl, appendPublicId, chunked, strictAnswers, hiddenErrorCodes, requireSignature } =
  apiChannelFields(plainSecret);
const options = { enabled, test, agentKeywords, acceptTimeoutMs, chatLogEmails };
const apiOptions = {
  ...{ random, appendPublicId, chunked, strictAnswers, hiddenErrorCodes, requireSignature },
  signingSecret: secretChange("The secret that signs every request to the customer system. Null: none is signed."),
  incomingSecret: secretChange("What the customer system signs its messages with. Null: there is no such secret."),
};

const kinds = '"api" or "widget"';
/** Source: CH-04. */
const agents = Type.Array(idNumber("One of them."), {
  minItems: 1,
  ...about("a list of the ids of one agent or more", "The agents who receive the channel's chats."),
});

const created = {
  id: Type.Optional(id),
  name,
  agents,
  ...options,
  bot: Type.Optional(botCreation),
  webhooks: webhooksCreation,
};
const apiChannelCreation = Type.Object(
  {
    kind: Type.Optional(Type.Literal("api", about(kinds, "A chat API channel, the default."))),
    ...created,
    webhookUrl,
    ...apiOptions,
  },
  { $id: "ApiChannelCreation", additionalProperties: false, ...about("an object", "A chat API channel to be made.") },
);
const widgetChannelCreation = Type.Object(
  { kind: Type.Literal("widget", about(kinds, "A widget on web pages.")), ...created, ...widgetChangeFields },
  { $id: "WidgetChannelCreation", additionalProperties: false, ...about("an object", "A widget to be made.") },
);

/** `POST /api/channels`. Source: CH-01, CH-03 to CH-05, WH-01. */
export const channelCreation = Type.Union([apiChannelCreation, widgetChannelCreation], {
  $id: "ChannelCreation",
  ...about("an object", "A channel to be made."),
});

const changed = {
  name: Type.Optional(name),
  agents: Type.Optional(agents),
  addAgents: Type.Optional(idNumbers("Agents to add to those of the channel, who stay.")),
  removeAgents: Type.Optional(idNumbers("Agents to remove from those of the channel. The others stay.")),
  ...options,
  bot: Type.Optional(
    Type.Union(
      [botChange, Type.Null()],
      about(
        "an object, or null",
        "The bot that gets each conversation first. Null disconnects the bot: its chats go to the agents.",
      ),
    ),
  ),
  webhooks: webhooksChange,
};
const apiChannelChange = Type.Object(
  { ...changed, webhookUrl: Type.Optional(webhookUrl), ...apiOptions },
  {
    $id: "ApiChannelChange",
    additionalProperties: false,
    ...about("an object", "What is to change of a chat API channel."),
  },
);
const widgetChannelChange = Type.Object(
  { ...changed, ...widgetChangeFields },
  { $id: "WidgetChannelChange", additionalProperties: false, ...about("an object", "What is to change of a widget.") },
);

/** `PATCH /api/channels/{id}`: an absent field is not changed. Source: CH-06. */
export const channelChange = Type.Union([apiChannelChange, widgetChannelChange], {
  $id: "ChannelChange",
  ...about("an object", "What is to change of a channel, by its kind."),
});

export type ChannelCreation = Static<typeof channelCreation>;
/** A change of either kind. The keys that only the other kind has are absent. */
export type ChannelChange = Static<typeof apiChannelChange> & Static<typeof widgetChannelChange>;

const parseApiCreation = createBodyParser(apiChannelCreation);
const parseWidgetCreation = createBodyParser(widgetChannelCreation);

/** Reads only the kind of the new channel; other keys are ignored. */
const parseKind = createBodyParser(
  Type.Object(
    { kind: Type.Optional(Type.Enum(["api", "widget"], about(kinds, "Which kind of channel it is."))) },
    { ...about("an object", "A channel to be made.") },
  ),
);

export const parseChannelCreation: BodyParser<ChannelCreation> = (bytes, limits) => {
  const asked = parseKind(bytes, limits);
  if (!asked.ok) return asked;
  return asked.value.kind === "widget" ? parseWidgetCreation(bytes, limits) : parseApiCreation(bytes, limits);
};

/** The parser for each kind of channel. The kind of a channel never changes. */
export const parseChannelChange: Readonly<Record<ChannelSettings["kind"], BodyParser<ChannelChange>>> = {
  api: createBodyParser(apiChannelChange),
  widget: createBodyParser(widgetChannelChange),
};

/** Default values for an id and a random string that were not given, and the time. */
export interface NewChannelFacts {
  readonly id: string;
  readonly random: string;
  readonly nowMs: number;
}

/** The settings of a new channel. Fails like `toChangedSettings`. */
export function toNewSettings(creation: ChannelCreation, made: NewChannelFacts): Result<ChannelSettings> {
  const isWidget = creation.kind === "widget";
  const settings: ChannelSettings = {
    ...channelDefaults,
    id: asChannelId(creation.id ?? made.id),
    kind: isWidget ? "widget" : "api",
    name: creation.name,
    random: made.random,
    webhookUrl: "",
    agentIds: [],
    widget: isWidget ? widgetDefaults : null,
  };
  return toChangedSettings(settings, creation, made.nowMs);
}

/**
 * The settings with the given fields replaced. Fails with `invalid_request` like `toChangedBot` and `toChangedWebhooks`, if signatures are
 * demanded without a secret for them, for one secret in both directions, and if the removal of agents leaves none. Source: AUTH-18, CH-04.
 */
export function toChangedSettings(
  settings: ChannelSettings,
  change: ChannelChange,
  nowMs: number,
): Result<ChannelSettings> {
  const bot = change.bot === undefined ? ok(settings.bot) : toChangedBot(settings.bot, change.bot, nowMs);
  if (!bot.ok) return bot;
  const webhooks =
    change.webhooks === undefined
      ? ok(settings.webhooks)
      : toChangedWebhooks(settings.webhooks, change.webhooks, nowMs);
  if (!webhooks.ok) return webhooks;
  const target = restoreSignIn("webhookUrl", change.webhookUrl ?? settings.webhookUrl, settings.webhookUrl);
  if (!target.ok) return target;
  const outgoing = changeGivenSecret(settings, change.signingSecret, nowMs);
  const incoming = changeGivenSecret(settings.incoming, change.incomingSecret, nowMs);
  const requireSignature = change.requireSignature ?? settings.requireSignature;
  if (requireSignature && incoming.signingSecret === null) return fail("invalid_request", signedWithNothing);
  if (isShared(incoming, outgoing, nowMs)) return fail("invalid_request", sameSecret);
  const agentIds = toChangedMembers(settings.agentIds, {
    all: change.agents,
    add: change.addAgents,
    remove: change.removeAgents,
  }).map(asAgentId);
  if (change.removeAgents !== undefined && agentIds.length === 0) return fail("invalid_request", noAgents);
  return ok({
    id: settings.id,
    kind: settings.kind,
    name: change.name ?? settings.name,
    random: change.random ?? settings.random,
    webhookUrl: target.value,
    chunked: change.chunked ?? settings.chunked,
    agentIds,
    enabled: change.enabled ?? settings.enabled,
    isTest: change.test ?? settings.isTest,
    appendPublicId: change.appendPublicId ?? settings.appendPublicId,
    strictAnswers: change.strictAnswers ?? settings.strictAnswers,
    hiddenErrorCodes: change.hiddenErrorCodes ?? settings.hiddenErrorCodes,
    agentKeywords: change.agentKeywords ?? settings.agentKeywords,
    acceptTimeoutMs: change.acceptTimeoutMs ?? settings.acceptTimeoutMs,
    bot: bot.value,
    webhooks: webhooks.value,
    chatLogEmails: change.chatLogEmails === undefined ? settings.chatLogEmails : [...new Set(change.chatLogEmails)],
    ...outgoing,
    incoming,
    requireSignature,
    widget: settings.widget && toChangedWidget(settings.widget, change, nowMs),
  });
}

const sameSecret =
  "Field incomingSecret must differ from signingSecret, also from one that counts for 24 hours more: otherwise messages of the service could be sent back to it.";
const noAgents = "Field removeAgents must leave an agent on the channel: they are all of its agents.";
const signedWithNothing =
  "Field requireSignature must be false while there is no incomingSecret, which messages could be signed with.";
