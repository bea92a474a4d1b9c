import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { connect } from "node:tls";
import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import { readSmtpUrl } from "../../codec/mail/smtp-url.ts";
import type { Config } from "../../config/config.types.ts";
import { sampleTokenOf } from "../../core/addresses/sample-customer.ts";
import type { Failure } from "../../core/result.ts";
import { reportDaysLeft } from "./certificate.ts";
import type { Tell } from "./report.ts";

/** Where something is sent to. Nothing of it but host and port is ever shown. */
export interface Target {
  /** Who sends there, as `the webhook of MOBILEAPP1`. */
  readonly what: string;
  readonly url: string;
  /** Plain http is allowed whatever the config says. */
  readonly isWebhook?: true;
}

type Settings = Pick<ChannelSettings, "id" | "webhookUrl" | "bot" | "webhooks">;

/** Every target of a channel; the sample customer is inside the service. */
export function targetsOfChannel({ id, webhookUrl, bot, webhooks }: Settings): readonly Target[] {
  const isOutside = webhookUrl !== "" && sampleTokenOf(webhookUrl) === null;
  const found: Target[] = isOutside ? [{ what: `the customer system of ${id}`, url: webhookUrl }] : [];
  if (bot !== null) found.push({ what: `the bot of ${id}`, url: bot.endpoint });
  if (bot !== null && bot.oauth !== null) found.push({ what: `the token address of ${id}`, url: bot.oauth.tokenUrl });
  if (webhooks !== null) found.push({ what: `the developer webhook of ${id}`, url: webhooks.url, isWebhook: true });
  return found.filter(({ url }) => URL.canParse(url));
}

/** Every target of a config file. */
export function targetsOfConfig({ channels, telephony, smtp }: Config): readonly Target[] {
  const found: Target[] = channels.flatMap(({ settings }) => targetsOfChannel(settings));
  if (telephony != null) found.push({ what: "the call gateway", url: telephony.gatewayUrl });
  if (smtp != null) found.push({ what: "the mail server", url: smtp.url });
  return found;
}

/** Says why a target may not be dialled; its name is resolved. */
export type RefuseTarget = (url: string, options: { readonly allowHttp?: boolean }) => Promise<Failure | null>;

export interface TargetCheck {
  readonly refuse: RefuseTarget;
  /** Whether targets are connected to, for their certificates. */
  readonly connects: boolean;
  readonly tell: Tell;
}

/** Each target once: whether its name resolves and its address is allowed. */
export async function checkTargets(targets: readonly Target[], check: TargetCheck): Promise<void> {
  const seen = new Set<string>();
  for (const target of targets) {
    const key = `${target.what} ${target.url}`;
    if (seen.has(key)) continue;
    seen.add(key);
    await checkTarget(target, check);
  }
}

async function checkTarget({ what, url, isWebhook }: Target, { refuse, connects, tell }: TargetCheck): Promise<void> {
  const { hostname, port, protocol } = placeOf(url);
  const shown = `${hostname}${port === "" ? "" : `:${port}`}`;
  if (isIP(hostname) === 0) {
    try {
      await lookup(hostname);
    } catch (error) {
      const reason = String(Object(error).code ?? error);
      tell("warning", `The name of ${what}, ${shown}, does not resolve: ${reason}`);
      return;
    }
  }
  const isMail = protocol === "smtp:" || protocol === "smtps:";
  const refused = isMail ? null : await refuse(url, isWebhook === true ? { allowHttp: true } : {});
  if (refused !== null) {
    tell("warning", `Nothing is sent to ${what}, ${shown}: ${refused.message}`);
    return;
  }
  tell("ok", `The name of ${what}, ${shown}, leads to an address that is allowed`);
  if (!connects || (protocol !== "https:" && protocol !== "smtps:")) return;
  await checkCertificate(what, { hostname, port: Number(port) || (isMail ? 465 : 443) }, tell);
}

function placeOf(url: string): { readonly hostname: string; readonly port: string; readonly protocol: string } {
  const server = readSmtpUrl(url);
  if (server !== null) {
    const protocol = server.isTlsFromStart ? "smtps:" : "smtp:";
    return { hostname: server.host, port: String(server.port), protocol };
  }
  const { hostname, port, protocol } = new URL(url);
  return { hostname: hostname.replace(/^\[|\]$/g, ""), port, protocol };
}

const connectWithinMs = 5_000;

function checkCertificate(
  what: string,
  { hostname, port }: { readonly hostname: string; readonly port: number },
  tell: Tell,
): Promise<void> {
  return new Promise((resolve) => {
    const name = isIP(hostname) === 0 ? { servername: hostname } : {};
    const socket = connect({ host: hostname, port, timeout: connectWithinMs, ...name });
    const end = (failure: string | null): void => {
      if (failure !== null) tell("warning", `No trusted connection to ${what}, ${hostname}:${port}: ${failure}`);
      socket.destroy();
      resolve();
    };
    socket.once("secureConnect", () => {
      reportDaysLeft(`The certificate of ${what}`, Date.parse(socket.getPeerCertificate().valid_to), tell);
      end(null);
    });
    socket.once("timeout", () => end(`no answer within ${connectWithinMs} ms`));
    socket.once("error", (error) => end(String(Object(error).code ?? error.message)));
  });
}
