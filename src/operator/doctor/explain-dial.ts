import type { Dialled } from "./dial.ts";
import type { Target } from "./targets.ts";

/** Each text follows the name of a target. It says what happened, and what the operator should do. */
type Explain = (setting: string, host: string) => string;

const unreachable: Explain = (setting) =>
  `is not to be reached from this machine: look at its routes and firewalls, or correct ${setting}`;
const hungUp: Explain = (setting) =>
  `closed the connection before TLS was there: ask who runs it what it takes, or correct the port in ${setting}`;
const failures: Readonly<Record<string, Explain>> = {
  ECONNREFUSED: (setting) =>
    `refused the connection: nothing listens there. Start it, or correct host and port in ${setting}`,
  ECONNRESET: hungUp,
  EPIPE: hungUp,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
};
const noTls: Explain = (setting) =>
  `took the connection and speaks no TLS that Node takes: correct port and scheme in ${setting}, or have it speak TLS 1.2 or later`;

const unknownAuthority =
  "has a certificate of no authority that Node trusts: have it send its whole chain, or name the file of its authority in NODE_EXTRA_CA_CERTS, for the service and for this command";
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Explains to the operator why a target is not reachable. Completes "The bot of MOBILEAPP1, 127.0.0.1:1, …". */
export function explainDial(
  dialled: Exclude<Dialled, { readonly kind: "reached" }>,
  { setting }: Pick<Target, "setting">,
  host: string,
): string {
  switch (dialled.kind) {
    case "silent": {
      const { isConnected, withinMs } = dialled;
      const seconds = `${withinMs / 1_000} s`;
      return isConnected
        ? `took the connection and then said nothing for ${seconds}, so that TLS did not begin: look whether it hangs, or correct port and scheme in ${setting}`
        : `did not take the connection within ${seconds}: look at firewalls between, and whether it runs, or correct ${setting}`;
    }
    case "untrusted": {
      const { code, validFromMs, validToMs } = dialled;
      return `${ofCertificate(code, { validFromMs, validToMs, host, setting })} (${code})`;
    }
    case "failed": {
      const { code } = dialled;
      const isTls = code.startsWith("ERR_SSL_") || code === "EPROTO";
      const explain = isTls ? noTls : failures[code];
      return explain === undefined ? `cannot be reached: ${code}` : `${explain(setting, host)} (${code})`;
    }
  }
}

interface Shown {
  readonly validFromMs: number;
  readonly validToMs: number;
  readonly host: string;
  readonly setting: string;
}

function ofCertificate(code: string, { validFromMs, validToMs, host, setting }: Shown): string {
  if (code === "CERT_HAS_EXPIRED")
    return `has a certificate that ended on ${dayOf(validToMs)}: have it renewed, and look at this machine's clock`;
  if (code === "CERT_NOT_YET_VALID")
    return `has a certificate that begins on ${dayOf(validFromMs)}: look at the clocks of both machines`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `has a certificate for other names: have it renewed for ${host}, or correct the name in ${setting}`;
  if (/SIGNED|ISSUER|VERIFY_LEAF/.test(code)) return unknownAuthority;
  return "has a certificate that Node does not trust: have it renewed";
}
