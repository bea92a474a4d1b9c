import type {
  BotSettings,
  CallbackHours,
  CallbackSettings,
  ChannelContext,
  ChannelSettings,
  IdentitySettings,
  SigningSecrets,
  WebhookEndpoint,
  WebhookSettings,
  WidgetLook,
  WidgetSettings,
} from "../../../machines/channel/channel.types.ts";
import { asAgentId, asChannelId } from "../../core/ids.ts";
import type { StoredForm } from "../../ports/stored-form.ts";
import { channel } from "../proto/generated/contexts.js";
import type { Unlocked } from "./context-bytes.ts";
import { ContextReader, ifThere, listOf, writeBytes } from "./context-bytes.ts";

export const channelForm: StoredForm<ChannelContext> = {
  version: 1,
  encode: (context) =>
    writeBytes((writer) => channel.ChannelContext.encode(context as Unlocked<ChannelContext>, writer)),
  decode(bytes) {
    const context = channel.ChannelContext.decode(new ContextReader(bytes));
    return {
      settings: decodeSettings(context.settings as channel.ChannelSettings),
      availableAgentIds: listOf(context.availableAgentIds, asAgentId),
      declaredBalance: context.declaredBalance ?? null,
    };
  },
};

const decodeSettings = (settings: channel.ChannelSettings): ChannelSettings => ({
  id: asChannelId(settings.id),
  kind: settings.kind as ChannelSettings["kind"],
  name: settings.name,
  random: settings.random,
  webhookUrl: settings.webhookUrl,
  chunked: settings.chunked,
  agentIds: listOf(settings.agentIds, asAgentId),
  enabled: settings.enabled,
  isTest: settings.isTest,
  appendPublicId: settings.appendPublicId,
  strictAnswers: settings.strictAnswers,
  hiddenErrorCodes: settings.hiddenErrorCodes,
  agentKeywords: settings.agentKeywords,
  acceptTimeoutMs: settings.acceptTimeoutMs,
  bot: ifThere(settings.bot as channel.BotSettings | null, decodeBot),
  webhooks: ifThere(settings.webhooks as channel.WebhookSettings | null, decodeWebhooks),
  chatLogEmails: settings.chatLogEmails,
  ...decodeSecrets(settings),
  incoming: decodeSecrets((settings.incoming ?? {}) as channel.SigningSecrets),
  requireSignature: settings.requireSignature,
  widget: ifThere(settings.widget as channel.WidgetSettings | null, decodeWidget),
});

const decodeBot = (bot: channel.BotSettings): BotSettings => ({
  providerId: bot.providerId,
  endpoint: bot.endpoint,
  token: bot.token,
  name: bot.name ?? null,
  photo: bot.photo ?? null,
  oauth: ifThere(bot.oauth as channel.OauthSettings | null, ({ tokenUrl, clientId, clientSecret }) => ({
    tokenUrl,
    clientId,
    clientSecret,
  })),
  ...decodeSecrets(bot),
});

const decodeWebhooks = (webhooks: channel.WebhookSettings): WebhookSettings => ({
  url: webhooks.url,
  ...decodeSecrets(webhooks),
  endpoints: listOf(webhooks.endpoints as channel.WebhookEndpoint[], decodeEndpoint),
});

const decodeEndpoint = (endpoint: channel.WebhookEndpoint): WebhookEndpoint => ({
  name: endpoint.name,
  url: endpoint.url,
  ...decodeSecrets(endpoint),
  events: endpoint.events as WebhookEndpoint["events"],
  paused: endpoint.paused,
  ordered: endpoint.ordered,
  orderedWaitMs: endpoint.orderedWaitMs,
});

/** In channels of earlier programs, only webhooks have secrets. */
const decodeSecrets = ({ signingSecret, previousSecret }: Partial<channel.SigningSecrets>): SigningSecrets => ({
  signingSecret: signingSecret ?? null,
  previousSecret: ifThere((previousSecret ?? null) as channel.PreviousSecret | null, decodePreviousSecret),
});

const decodeWidget = (widget: channel.WidgetSettings): WidgetSettings => ({
  allowedOrigins: widget.allowedOrigins,
  safeUrls: widget.safeUrls,
  callback: decodeCallback(widget.callback as channel.CallbackSettings),
  look: decodeLook(widget.look as channel.WidgetLook),
  contactsForm: widget.contactsForm,
  contactsFirst: widget.contactsFirst,
  home: widget.home,
  suggestions: widget.suggestions,
  identity: ifThere(widget.identity as channel.IdentitySettings | null, decodeIdentity),
});

const decodeIdentity = (identity: channel.IdentitySettings): IdentitySettings => ({
  secret: identity.secret ?? null,
  previousSecret: ifThere(identity.previousSecret as channel.PreviousSecret | null, decodePreviousSecret),
  jwksUrl: identity.jwksUrl ?? null,
});

const decodePreviousSecret = ({ secret, untilMs }: channel.PreviousSecret) => ({ secret, untilMs });

const decodeCallback = ({ enabled, balance, hours, timeZone }: channel.CallbackSettings): CallbackSettings => ({
  enabled,
  balance,
  hours: listOf(hours as channel.CallbackHours[], decodeHours),
  timeZone,
});

const decodeHours = ({ days, from, to }: channel.CallbackHours): CallbackHours => ({ days, from, to });

const decodeLook = (look: channel.WidgetLook): WidgetLook => ({
  color: look.color ?? null,
  position: look.position as WidgetLook["position"],
  language: look.language ?? null,
  title: look.title ?? null,
  greeting: look.greeting ?? null,
  sound: look.sound,
});
