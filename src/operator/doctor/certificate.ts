import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import type { Config } from "../../config/config.types.ts";
import { systemClock } from "../../core/clock.ts";
import type { Line, Tell } from "./report.ts";

const dayMs = 24 * 3_600_000;
const daysSoon = 21;

/** Checks the service's own certificate. The reading of the config has checked that the key belongs to it. */
export async function checkOwnCertificate({ tls, publicUrl }: Config, tell: Tell): Promise<void> {
  if (tls === null) return;
  const certificate = new X509Certificate(await readFile(tls.certFile));
  tell(...daysLeft(`The certificate in ${tls.certFile}`, Date.parse(certificate.validTo)));
  if (publicUrl === null) return;
  const { hostname } = new URL(publicUrl);
  const name = isIP(hostname) === 0 ? certificate.checkHost(hostname) : certificate.checkIP(hostname);
  if (name === undefined)
    tell("warning", `The certificate in ${tls.certFile} is not for ${hostname}, which is the host of publicUrl`);
  else tell("ok", `The certificate in ${tls.certFile} is for ${hostname}, and the key belongs to it`);
}

/** Reports how long a certificate is valid, in a sentence that begins with `what`. */
export function daysLeft(what: string, untilMs: number): Line {
  const days = Math.floor((untilMs - systemClock.nowMs()) / dayMs);
  const until = new Date(untilMs).toISOString().slice(0, 10);
  if (days < 0) return ["warning", `${what} expired on ${until}: renew it`];
  if (days < daysSoon) return ["warning", `${what} expires in ${days} days, on ${until}: renew it`];
  return ["ok", `${what} is valid for ${days} days, until ${until}`];
}
