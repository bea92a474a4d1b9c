import type { Dialled } from "./dial.ts";
import type { Target } from "./targets.ts";

/** Each text follows the name of a target. It says what happened, and what the operator should do. */
type Explain = (setting: string, host: string) => string;

const unreachable: Explain = (setting) =>
  `cannot be reached from this machine: check the routes and firewalls of the machine, or correct ${setting}`;
const hungUp: Explain = (setting) =>
  `closed the connection before TLS was established: ask its operator which protocol it uses, or correct the port in ${setting}`;
const failures: Readonly<Record<string, Explain>> = {
  ECONNREFUSED: (setting) =>
    `refused the connection, because nothing listens there: start it, or correct the host and the port in ${setting}`,
  ECONNRESET: hungUp,
  EPIPE: hungUp,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
};
const noTls: Explain = (setting) =>
  `accepted the connection, but uses no TLS that Node supports: correct the port and the scheme in ${setting}, or let it use TLS 1.2 or later`;

const unknownAuthority =
  "has a certificate of an authority that Node does not trust: let it send its complete chain, or name the file of its authority in NODE_EXTRA_CA_CERTS, for the service and for this command";
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
        ? `accepted the connection and then sent nothing for ${seconds}, so TLS did not begin: check whether it hangs, or correct the port and the scheme in ${setting}`
        : `did not accept the connection within ${seconds}: check the firewalls in between and whether it runs, or correct ${setting}`;
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
    return `has a certificate that expired on ${dayOf(validToMs)}: renew it, and check this machine's clock`;
  if (code === "CERT_NOT_YET_VALID")
    return `has a certificate that is valid from ${dayOf(validFromMs)}: check the clocks of both machines`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `has a certificate for other names: get a certificate for ${host}, or correct the name in ${setting}`;
  if (/SIGNED|ISSUER|VERIFY_LEAF/.test(code)) return unknownAuthority;
  return "has a certificate that Node does not trust: renew it";
}
