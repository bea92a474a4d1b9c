import type { ChannelSettings, WidgetSettings } from "../../../machines/channel/channel.types.ts";

/** The defaults of a channel, both in the config file and in the API. Source: CH-05. */
export const channelDefaults = {
  chunked: false,
  enabled: true,
  isTest: false,
  appendPublicId: true,
  strictAnswers: false,
  hiddenErrorCodes: [],
  agentKeywords: [],
  acceptTimeoutMs: 60_000,
  bot: null,
  webhooks: null,
  chatLogEmails: [],
  signingSecret: null,
  previousSecret: null,
  incoming: { signingSecret: null, previousSecret: null },
  requireSignature: false,
  widget: null,
} as const satisfies Partial<ChannelSettings>;

/** The defaults of a widget. Source: WJ-21, WJ-27, WJ-36, CALL-10. */
export const widgetDefaults: WidgetSettings = {
  allowedOrigins: [],
  safeUrls: [],
  callback: { enabled: false, balance: 0, hours: [], timeZone: "UTC" },
  look: { color: null, position: "right", language: null, title: null, greeting: null, sound: true },
  contactsForm: true,
  contactsFirst: false,
  home: false,
  suggestions: [],
  identity: null,
};
