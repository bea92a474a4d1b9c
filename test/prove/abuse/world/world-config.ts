import type { WebhookEndpoint } from "../../../../machines/channel/channel.types.ts";
import type { ChannelConfig, Config } from "../../../../src/config/config.types.ts";
import type { Limits } from "../../../../src/config/limits.ts";
import { defaultLimits } from "../../../../src/config/limits.ts";
import { sampleWebhookUrl } from "../../../../src/core/addresses/sample-customer.ts";
import { asChannelId } from "../../../../src/core/ids.ts";
import { bot, configOf, generousRates, random, webhooks } from "../../../harness/service-config.ts";
import { widget } from "../../../visitors/visitor-channel.ts";

export const sampleToken = "s4mpleS4mpleS4mpleS4mple";
export const gatewayToken = "g4tewayG4tewayG4teway";
export const operatorToken = "0peratorOperatorOperator";

/** The limits are so high that a request is refused only for its content, not for its rate. */
export const wideLimits: Partial<Limits> = {
  ...generousRates,
  botPerSecond: 1e6,
  botBurst: 1e6,
  badPathsPerMinute: 1e6,
  samplePerSecond: 1e6,
  sampleBurst: 1e6,
  accountGuessesPerHour: 1e6,
  guessesPerHour: 1e6,
  unboundedAnswersPerSecond: 1e6,
  unboundedAnswersBurst: 1e6,
  addressChatsPerHour: 1e6,
  addressVisitorsPerHour: 1e6,
  newVisitorsPerSecond: 1e6,
  newVisitorsBurst: 1e6,
  visitorFilesPerDay: 1e6,
  visitorSocketsMax: 1e6,
  bodyBytesMax: 64 * 1024,
  uploadBytesMax: 64 * 1024,
  photoBytesMax: 64 * 1024,
  // Each thumbnail takes a worker's time, and no part of a request changes what is drawn.
  thumbnailsWaitingMax: 4,
};

/** Of the channel, and of all channels: requests can name it, and it gets no events. */
const pausedEndpoint: WebhookEndpoint = {
  name: "paused",
  url: webhooks.url,
  signingSecret: null,
  previousSecret: null,
  events: ["chat_finished"],
  paused: true,
  ordered: false,
  orderedWaitMs: 60_000,
};

/** Kim and Lee work on all channels except `OTHERAPP01`, on which only Max works. */
export function worldConfig(limits: Partial<Limits> = {}): Partial<Config> {
  const own = { ...defaultLimits, ...wideLimits, ...limits };
  const { channels } = configOf(own, {
    MOBILEAPP1: { webhooks: { ...webhooks, endpoints: [pausedEndpoint] } },
  });
  const [first] = channels;
  if (first === undefined) throw new Error("Expected a channel in the config of the harness");
  const channel = (id: string, change: Partial<ChannelConfig["settings"]>): ChannelConfig => ({
    settings: { ...first.settings, id: asChannelId(id), name: id, webhooks: null, ...change },
    random,
  });
  return {
    limits: own,
    channels: [
      ...channels,
      channel("WIDGETAPP1", { kind: "widget", webhookUrl: "", widget: { ...widget, contactsForm: false }, webhooks }),
      channel("BOTAPP0001", { bot }),
      channel("SAMPLEAPP1", { webhookUrl: sampleWebhookUrl(sampleToken) }),
    ],
    endpoints: [pausedEndpoint],
    providers: [{ id: bot.providerId, name: "Acme Bots" }],
    outbound: { allow: ["127.0.0.0/8"], allowHttp: true },
    linkPreviews: "on",
    departments: [{ id: 7, name: "Sales" }],
    telephony: { gatewayUrl: "https://gateway.example.com", token: gatewayToken, channel: "MOBILEAPP1" },
    smtp: { url: "smtp://localhost", from: "desk@shop.example" },
  };
}
