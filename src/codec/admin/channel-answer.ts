import type { Static } from "typebox";
import Type from "typebox";
import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import { samplePageUrl } from "../../core/addresses/sample-customer.ts";
import { plainSecret } from "../schema/secret-schema.ts";
import { widgetDefaults } from "../settings/channel-defaults.ts";
import { apiChannelFields } from "../settings/channel-schema.ts";
import { secretsAnswer, toSecretsAnswer } from "../signatures/signing-secrets.ts";
import { botAnswer, toBotAnswer } from "./admin-bot.ts";
import { toWebhooksAnswer, webhooksAnswer } from "./admin-webhooks.ts";
import { toWidgetAnswer, widgetAnswerFields } from "./admin-widget.ts";
import { maskSignIn } from "./masked-sign-in.ts";

const { id, webhookUrl } = apiChannelFields(plainSecret);

const shared = {
  id,
  name: Type.String({ description: "The channel's name in the desk." }),
  enabled: Type.Boolean({ description: "A channel that is switched off answers offline and accepts no messages." }),
  test: Type.Boolean({
    description: "A channel to try things on: its chats are kept apart, and faults happen on request.",
  }),
  agents: Type.Array(Type.Integer(), {
    description: "The agents who receive the channel's chats. The list is empty when the last one was removed.",
  }),
  agentKeywords: Type.Array(Type.String(), { description: "Words that call an agent." }),
  acceptTimeoutMs: Type.Integer({
    description:
      "The time, in milliseconds, that agents have to accept a chat of the bot. After it the bot is notified that no agent accepted.",
  }),
  bot: Type.Union([botAnswer, Type.Null()], {
    description: "The bot that gets each conversation first. The API never answers its token and its secret.",
  }),
  webhooks: Type.Union([webhooksAnswer, Type.Null()], {
    description:
      "The webhooks for events of the channel's chats; null without webhooks. The API never answers secrets.",
  }),
  chatLogEmails: Type.Array(Type.String(), {
    description: "The addresses that get the log of each chat when the chat is closed.",
  }),
  status: Type.Union([Type.Literal(0), Type.Literal(1)], { description: "What the status query answers." }),
  declared: Type.Boolean({
    description: "Whether the config file names it. Each start then sets it as the file says.",
  }),
};

const apiChannelAnswer = Type.Object(
  {
    kind: Type.Literal("api"),
    ...shared,
    webhookUrl,
    appendPublicId: Type.Boolean({ description: "Whether the channel's id is joined to webhookUrl." }),
    chunked: Type.Boolean({ description: "Whether bodies are sent with chunked transfer encoding." }),
    strictAnswers: Type.Boolean({ description: "Whether only the documented answer is a success." }),
    hiddenErrorCodes: Type.Array(Type.String(), { description: "Errors that agents do not see." }),
    ...secretsAnswer,
    incoming: Type.Object(secretsAnswer, {
      additionalProperties: false,
      description: "The secret that the customer system signs its messages with.",
    }),
    requireSignature: Type.Boolean({ description: "Whether messages of the customer system must be signed." }),
    endpointUrl: Type.String({
      description: "The URL to which the customer system posts. Its last parts are the secret.",
    }),
    statusUrl: Type.String({ description: "The URL of the status query." }),
    samplePageUrl: Type.Union([Type.String(), Type.Null()], {
      description: "The page of the built-in sample customer. Null if the channel has none.",
    }),
  },
  { $id: "ApiChannel", additionalProperties: false, description: "A chat API channel." },
);

const widgetChannelAnswer = Type.Object(
  {
    kind: Type.Literal("widget"),
    ...shared,
    ...widgetAnswerFields,
    scriptUrl: Type.String({ description: "The src of the script that puts the widget on a page." }),
    endpointUrl: Type.Null({ description: "Nothing is posted to a widget." }),
  },
  { $id: "WidgetChannel", additionalProperties: false, description: "A widget on web pages." },
);

/** A channel as administrators see it, with the config file's keys. */
export const channelAnswer = Type.Union([apiChannelAnswer, widgetChannelAnswer], {
  $id: "Channel",
  description: "A channel, by its kind.",
});

export type ApiChannelAnswer = Static<typeof apiChannelAnswer>;
export type WidgetChannelAnswer = Static<typeof widgetChannelAnswer>;
export type ChannelAnswer = Static<typeof channelAnswer>;

/** Facts about a channel that are not in its settings. */
export interface ChannelFacts {
  readonly status: 0 | 1;
  readonly publicUrl: string;
  readonly declared: boolean;
  /** Whether channels may have the built-in sample customer. */
  readonly hasSampleCustomer: boolean;
  readonly nowMs: number;
}

/** Source: CH-02, CH-11, AUTH-14. */
export function toChannelAnswer(settings: ChannelSettings, facts: ChannelFacts): ChannelAnswer {
  const answered = {
    id: settings.id,
    name: settings.name,
    enabled: settings.enabled,
    test: settings.isTest,
    agents: [...settings.agentIds],
    agentKeywords: [...settings.agentKeywords],
    acceptTimeoutMs: settings.acceptTimeoutMs,
    bot: toBotAnswer(settings.bot, facts.publicUrl, facts.nowMs),
    webhooks: toWebhooksAnswer(settings.webhooks, facts.nowMs),
    chatLogEmails: [...settings.chatLogEmails],
    status: facts.status,
    declared: facts.declared,
  };
  if (settings.kind === "widget")
    return {
      kind: "widget",
      ...answered,
      ...toWidgetAnswer(settings.widget ?? widgetDefaults, facts.nowMs),
      scriptUrl: `${facts.publicUrl}/widget/${settings.id}`,
      endpointUrl: null,
    };
  const endpointUrl = `${facts.publicUrl}/chat-api/${settings.random}/${settings.id}`;
  const { webhookUrl: target, appendPublicId, chunked, strictAnswers, hiddenErrorCodes } = settings;
  return {
    kind: "api",
    ...answered,
    webhookUrl: maskSignIn(target),
    appendPublicId,
    chunked,
    strictAnswers,
    hiddenErrorCodes: [...hiddenErrorCodes],
    ...toSecretsAnswer(settings, facts.nowMs),
    incoming: toSecretsAnswer(settings.incoming, facts.nowMs),
    requireSignature: settings.requireSignature,
    endpointUrl,
    statusUrl: `${endpointUrl}/status`,
    samplePageUrl: facts.hasSampleCustomer ? samplePageUrl(settings, facts.publicUrl) : null,
  };
}
