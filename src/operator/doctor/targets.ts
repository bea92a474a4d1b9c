import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import { readSmtpUrl } from "../../codec/mail/smtp-url.ts";
import type { Config } from "../../config/config.types.ts";
import { sampleTokenOf } from "../../core/addresses/sample-customer.ts";

/** Where something is sent to. Nothing of its address but host and port is ever shown. */
export interface Target {
  /** Who is there, as `the bot of MOBILEAPP1`. */
  readonly what: string;
  /** A secret: its path may hold a token, and a password may stand in front of its host. */
  readonly url: string;
  /** Where the address is set, as `bot.endpoint of MOBILEAPP1`. */
  readonly setting: string;
  /** Plain http is allowed whatever the config says. */
  readonly isWebhook?: true;
  /** The operator's own server, which may be anywhere. */
  readonly isOwn?: true;
}

type Settings = Pick<ChannelSettings, "id" | "webhookUrl" | "bot" | "webhooks">;

/** Every target of stored channels and of a config file, whose channels are those of a start. */
export function findTargets(stored: readonly Settings[], config: Config | null): readonly Target[] {
  const declared = config?.channels.map(({ settings }) => settings) ?? [];
  const isDeclared = ({ id }: Settings): boolean => declared.some((one) => one.id === id);
  const channels = [...stored.filter((one) => !isDeclared(one)), ...declared];
  return [...channels.flatMap(targetsOfChannel), ...(config === null ? [] : targetsOfServices(config))];
}

/** The sample customer is inside the service. */
function targetsOfChannel({ id, webhookUrl, bot, webhooks }: Settings): readonly Target[] {
  const found: Target[] = [];
  const add = (what: string, url: string, setting: string, more: Pick<Target, "isWebhook"> = {}): void => {
    if (URL.canParse(url)) found.push({ what: `the ${what} of ${id}`, url, setting: `${setting} of ${id}`, ...more });
  };
  if (sampleTokenOf(webhookUrl) === null) add("customer system", webhookUrl, "webhookUrl");
  if (bot !== null) add("bot", bot.endpoint, "bot.endpoint");
  if (bot !== null && bot.oauth !== null) add("token address", bot.oauth.tokenUrl, "bot.oauth.tokenUrl");
  if (webhooks !== null) add("developer webhook", webhooks.url, "webhooks.url", { isWebhook: true });
  return found;
}

function targetsOfServices({ telephony, smtp, traces, filesBucket }: Config): readonly Target[] {
  const found: Target[] = [];
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

/** Host and port of a target, and how it is spoken to. */
export interface Place {
  /** That of IPv6 without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** `later`: the server is asked for it once the connection is there. */
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
