import type { Static } from "typebox";
import Type from "typebox";
import type { ChannelSettings } from "../../machines/channel/channel.types.ts";
import { asAgentId, asChannelId } from "../core/ids.ts";
import type { Result } from "../core/result.ts";
import { ok } from "../core/result.ts";
import { botAnswer, botChange, botCreation, toBotAnswer, toChangedBot } from "./admin-bot.ts";
import { createBodyParser } from "./body-parser.ts";
import { channelDefaults } from "./channel-defaults.ts";
import { apiChannelFields } from "./channel-schema.ts";
import { about, idNumber } from "./schema-parts.ts";
import { plainSecret } from "./secret-schema.ts";

const { kind: _, id, random, name, webhookUrl, agents: _agents, ...fields } = apiChannelFields(plainSecret);
const { enabled, appendPublicId, chunked, strictAnswers, hiddenErrorCodes, agentKeywords, acceptTimeoutMs } = fields;
const options = {
  enabled,
  appendPublicId,
  chunked,
  strictAnswers,
  hiddenErrorCodes,
  agentKeywords,
  acceptTimeoutMs,
};

const kind = Type.Union(
  [Type.Literal("api"), Type.Literal("widget")],
  about('"api" or "widget"', "A chat API channel, or a widget on web pages."),
);
/** Source: CH-04. */
const agents = Type.Array(idNumber("One of them."), {
  minItems: 1,
  ...about("a list of the ids of one agent or more", "The agents who receive the channel's chats."),
});

/** `POST /api/channels`. Source: CH-01, CH-03 to CH-05. */
export const channelCreation = Type.Object(
  {
    kind: Type.Optional(kind),
    id: Type.Optional(id),
    name,
    webhookUrl,
    agents,
    random,
    ...options,
    bot: Type.Optional(botCreation),
  },
  { $id: "ChannelCreation", additionalProperties: false, ...about("an object", "A channel to be made.") },
);

/** `PATCH /api/channels/{id}`: what is absent stays. Source: CH-06. */
export const channelChange = Type.Object(
  {
    name: Type.Optional(name),
    webhookUrl: Type.Optional(webhookUrl),
    agents: Type.Optional(agents),
    random,
    ...options,
    bot: Type.Optional(
      Type.Union(
        [botChange, Type.Null()],
        about(
          "an object, or null",
          "The bot conversations go to first. Null disconnects it: its chats go to the agents.",
        ),
      ),
    ),
  },
  { $id: "ChannelChange", additionalProperties: false, ...about("an object", "What is to change of a channel.") },
);

/** A channel as administrators see it, with the config file's keys. */
export const channelAnswer = Type.Object(
  {
    id,
    kind,
    name,
    enabled: Type.Boolean({ description: "A channel that is switched off answers offline and takes no messages." }),
    webhookUrl,
    appendPublicId: Type.Boolean({ description: "Whether the channel's id is joined to webhookUrl." }),
    chunked: Type.Boolean({ description: "Whether bodies are sent with chunked transfer encoding." }),
    strictAnswers: Type.Boolean({ description: "Whether nothing but the documented answer is success." }),
    hiddenErrorCodes: Type.Array(Type.String(), { description: "Errors that agents do not see." }),
    agents: Type.Array(Type.Integer(), {
      description: "The agents who receive the channel's chats; none when the last one was removed.",
    }),
    agentKeywords: Type.Array(Type.String(), { description: "Words that call an agent." }),
    acceptTimeoutMs: Type.Integer({
      description: "Milliseconds the agents have to accept a chat of the bot before it is told that nobody came.",
    }),
    bot: Type.Union([botAnswer, Type.Null()], {
      description: "The bot every conversation goes to first; its token and its secret are never answered.",
    }),
    webhooks: Type.Null({ description: "No developer webhooks are served yet." }),
    endpointUrl: Type.String({ description: "Where the customer system posts; its last parts are the secret." }),
    status: Type.Union([Type.Literal(0), Type.Literal(1)], { description: "What the status query answers." }),
    declared: Type.Boolean({ description: "Whether the config file names it: a start brings that up to date again." }),
  },
  { $id: "Channel", additionalProperties: false, description: "A channel." },
);

export type ChannelAnswer = Static<typeof channelAnswer>;
export type ChannelCreation = Static<typeof channelCreation>;
export type ChannelChange = Static<typeof channelChange>;

export const parseChannelCreation = createBodyParser(channelCreation);
export const parseChannelChange = createBodyParser(channelChange);

/**
 * The settings of a new channel; `made` stands in for an id and a random string that were not given. Fails as
 * `toChangedSettings`.
 */
export function toNewSettings(
  creation: ChannelCreation,
  made: { readonly id: string; readonly random: string },
): Result<ChannelSettings> {
  const settings: ChannelSettings = {
    id: asChannelId(creation.id ?? made.id),
    kind: "api",
    name: creation.name,
    random: creation.random ?? made.random,
    webhookUrl: creation.webhookUrl,
    agentIds: [],
    ...channelDefaults,
  };
  return toChangedSettings(settings, creation);
}

/** The settings with every field that is given in place of what it was. Fails with `invalid_request` as `toChangedBot`. */
export function toChangedSettings(settings: ChannelSettings, change: ChannelChange): Result<ChannelSettings> {
  const bot = change.bot === undefined ? ok(settings.bot) : toChangedBot(settings.bot, change.bot);
  if (!bot.ok) return bot;
  return ok({
    id: settings.id,
    kind: settings.kind,
    name: change.name ?? settings.name,
    random: change.random ?? settings.random,
    webhookUrl: change.webhookUrl ?? settings.webhookUrl,
    chunked: change.chunked ?? settings.chunked,
    agentIds: change.agents === undefined ? settings.agentIds : [...new Set(change.agents)].map(asAgentId),
    enabled: change.enabled ?? settings.enabled,
    appendPublicId: change.appendPublicId ?? settings.appendPublicId,
    strictAnswers: change.strictAnswers ?? settings.strictAnswers,
    hiddenErrorCodes: change.hiddenErrorCodes ?? settings.hiddenErrorCodes,
    agentKeywords: change.agentKeywords ?? settings.agentKeywords,
    acceptTimeoutMs: change.acceptTimeoutMs ?? settings.acceptTimeoutMs,
    bot: bot.value,
    webhooks: settings.webhooks,
    chatLogEmails: settings.chatLogEmails,
    widget: settings.widget,
  });
}

/** Source: CH-02, AUTH-14. */
export function toChannelAnswer(
  { settings, status }: { readonly settings: ChannelSettings; readonly status: 0 | 1 },
  about: { readonly publicUrl: string; readonly declared: boolean },
): ChannelAnswer {
  const {
    agentIds,
    random: secret,
    bot,
    webhooks: _webhooks,
    chatLogEmails: _emails,
    widget: _widget,
    ...rest
  } = settings;
  return {
    ...rest,
    hiddenErrorCodes: [...settings.hiddenErrorCodes],
    agentKeywords: [...settings.agentKeywords],
    agents: [...agentIds],
    bot: toBotAnswer(bot),
    webhooks: null,
    endpointUrl: `${about.publicUrl}/chat-api/${secret}/${settings.id}`,
    status,
    declared: about.declared,
  };
}
