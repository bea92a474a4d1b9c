import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import { readSmtpUrl } from "../../codec/mail/smtp-url.ts";
import type { Config } from "../../config/config.types.ts";
import { isSampleBot } from "../../core/addresses/sample-bot.ts";
import { sampleTokenOf } from "../../core/addresses/sample-customer.ts";

/** A target of requests. Only the host and port of its address are ever shown. */
export interface Target {
  /** The receiver, such as `the bot of MOBILEAPP1`. */
  readonly what: string;
  /** A secret: the path can hold a token, and the address can hold a password. */
  readonly url: string;
  /** The setting that holds the address, such as `bot.endpoint of MOBILEAPP1`. */
  readonly setting: string;
  /** Plain http is allowed, regardless of the config. */
  readonly isWebhook?: true;
  /** The operator's own server. It can have any address. */
  readonly isOwn?: true;
}

type Settings = Pick<ChannelSettings, "id" | "webhookUrl" | "bot" | "webhooks" | "widget">;

/** Every target of stored channels and of a config file. A channel in the file replaces the stored one, as at a start. */
export function findTargets(stored: readonly Settings[], config: Config | null): readonly Target[] {
  const declared = config?.channels.map(({ settings }) => settings) ?? [];
  const isDeclared = ({ id }: Settings): boolean => declared.some((one) => one.id === id);
  const channels = [...stored.filter((one) => !isDeclared(one)), ...declared];
  return [...channels.flatMap(targetsOfChannel), ...(config === null ? [] : targetsOfServices(config))];
}

/** The sample customer and the sample bot are parts of the service, so they are no targets. */
function targetsOfChannel({ id, webhookUrl, bot, webhooks, widget }: Settings): readonly Target[] {
  const found: Target[] = [];
  const add = (what: string, url: string, setting: string, more: Pick<Target, "isWebhook"> = {}): void => {
    if (URL.parse(url) !== null)
      found.push({ what: `the ${what} of ${id}`, url, setting: `${setting} of ${id}`, ...more });
  };
  if (sampleTokenOf(webhookUrl) === null) add("customer system", webhookUrl, "webhookUrl");
  if (bot !== null && !isSampleBot(bot)) add("bot", bot.endpoint, "bot.endpoint");
  if (bot !== null && bot.oauth !== null) add("token address", bot.oauth.tokenUrl, "bot.oauth.tokenUrl");
  if (webhooks !== null) add("developer webhook", webhooks.url, "webhooks.url", { isWebhook: true });
  const jwksUrl = widget?.identity?.jwksUrl ?? null;
  if (jwksUrl !== null) add("server of the keys", jwksUrl, "identity.jwksUrl");
  for (const { name, url } of webhooks?.endpoints ?? [])
    add(`endpoint ${name}`, url, `webhooks.endpoints.${name}`, { isWebhook: true });
  return found;
}

function targetsOfServices({ endpoints, telephony, smtp, traces, filesBucket }: Config): readonly Target[] {
  const found: Target[] = endpoints.map(({ name, url }) => ({
    what: `the endpoint ${name} of all channels`,
    url,
    setting: `webhooks.endpoints.${name}`,
    isWebhook: true,
  }));
  if (telephony != null)
    found.push({ what: "the call gateway", url: telephony.gatewayUrl, setting: "telephony.gatewayUrl" });
  if (smtp != null) found.push({ what: "the mail server", url: smtp.url, setting: "smtp.url", isOwn: true });
  if (traces !== null)
    found.push({
      what: "the collector of traces",
      url: traces.endpoint,
      setting: "telemetry.otlp.endpoint",
      isOwn: true,
    });
  if (filesBucket !== null)
    found.push({ what: "the bucket of files", url: filesBucket.endpoint, setting: "files.s3.endpoint", isOwn: true });
  return found;
}

/** Host, port and protocol of a target. */
export interface Place {
  /** An IPv6 address has no brackets here. */
  readonly hostname: string;
  readonly port: number;
  /** `later` means STARTTLS: the client asks for TLS after it has connected. */
  readonly tls: "at once" | "later" | "never";
}

export function placeOf(url: string): Place {
  const server = readSmtpUrl(url);
  if (server !== null) {
    const { host, port, isTlsFromStart } = server;
    return { hostname: host, port, tls: isTlsFromStart ? "at once" : "later" };
  }
  const { hostname, port, protocol } = new URL(url);
  const isTls = protocol === "https:";
  return {
    hostname: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || (isTls ? 443 : 80),
    tls: isTls ? "at once" : "never",
  };
}
