import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { connect, isIP } from "node:net";
import type { TLSSocket } from "node:tls";
import { connect as connectTls } from "node:tls";
import { systemClock } from "../../core/clock.ts";
import type { Failure } from "../../core/result.ts";
import { daysLeft } from "./certificate.ts";
import type { Line, Report } from "./report.ts";
import type { Place, Target } from "./targets.ts";
import { placeOf } from "./targets.ts";

/** The rules for addresses that the service may send to. */
export interface Guard {
  /** Resolves the host, and returns why the target is not allowed. */
  checkTargetResolved(url: string, options: { readonly allowHttp?: boolean }): Promise<Failure | null>;
  /** Resolves to allowed addresses only. */
  readonly lookup: LookupFunction;
}

export interface TargetCheck {
  readonly guard: Guard;
  /** Whether the check connects to the targets. */
  readonly connects: boolean;
  /** The time limit for a connection, TLS included. */
  readonly connectWithinMs: number;
  readonly report: Pick<Report, "tell" | "onProgress">;
}

/** The number of parallel checks. An unknown name or a silent server takes seconds. */
const atOnce = 8;

/** Checks each target once: its name resolves, its address is allowed, and, on request, it takes a connection. */
export async function checkTargets(given: readonly Target[], check: TargetCheck): Promise<void> {
  const targets = [...new Map(given.map((target) => [`${target.what} ${target.url}`, target])).values()];
  if (targets.length === 0 && check.connects)
    check.report.tell("note", "There is no target to connect to: the config and the channels name none");
  const dialled = new Map<string, Promise<Dialled>>();
  for (let done = 0; done < targets.length; done += atOnce) {
    const lines = await Promise.all(
      targets.slice(done, done + atOnce).map((target) => linesOf(target, { ...check, dialled })),
    );
    for (const [level, text] of lines.flat()) check.report.tell(level, text);
    check.report.onProgress(`checked ${Math.min(done + atOnce, targets.length)} of ${targets.length} targets`);
  }
}

interface Checking extends TargetCheck {
  /** Many channels can share one server. */
  readonly dialled: Map<string, Promise<Dialled>>;
}

async function linesOf(target: Target, checking: Checking): Promise<readonly Line[]> {
  const { what, url, setting, isWebhook, isOwn } = target;
  const { guard, connects } = checking;
  const { hostname, port } = placeOf(url);
  const shown = isIP(hostname) === 6 ? `[${hostname}]:${port}` : `${hostname}:${port}`;
  const isName = isIP(hostname) === 0;
  if (isName) {
    try {
      await lookup(hostname);
    } catch (error) {
      const reason = String(Object(error).code ?? error);
      const next = `check whether this machine has a name server, or correct ${setting}`;
      return [["warning", `The name of ${what}, ${shown}, does not resolve: ${next} (${reason})`]];
    }
  }
  const refused =
    isOwn === true ? null : await guard.checkTargetResolved(url, isWebhook === true ? { allowHttp: true } : {});
  if (refused !== null) return [["warning", `Nothing is sent to ${what}, ${shown}: ${refused.message}`]];
  const lines: Line[] = [];
  if (isName)
    lines.push([
      "ok",
      `The name of ${what}, ${shown}, ${isOwn === true ? "resolves" : "resolves to an address that is allowed"}`,
    ]);
  else if (isOwn !== true) lines.push(["ok", `The address of ${what}, ${shown}, is allowed`]);
  if (connects) lines.push(await dialLine(target, shown, checking));
  return lines;
}

async function dialLine({ what, url, setting, isOwn }: Target, shown: string, checking: Checking): Promise<Line> {
  const { dialled, guard, connectWithinMs: withinMs } = checking;
  const place = placeOf(url);
  const key = `${shown} ${place.tls} ${isOwn === true}`;
  const made = dialled.get(key) ?? dial(place, { lookup: isOwn === true ? null : guard.lookup, withinMs });
  dialled.set(key, made);
  const outcome = await made;
  const who = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  if (outcome.kind !== "reached")
    return ["warning", `${who}, ${shown}, ${explainDial(outcome, { setting }, place.hostname)}`];
  const reached = `${who} accepts connections at ${shown}`;
  if (outcome.validToMs === null) {
    const later = place.tls === "later" ? "; TLS begins later there, so its certificate was not checked" : "";
    return ["ok", `${reached}${later}`];
  }
  return daysLeft(`${reached}; its certificate`, outcome.validToMs);
}

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
function explainDial(
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

type Dialled =
  /** `validToMs` is the end of the certificate, `null` without a certificate. */
  | { readonly kind: "reached"; readonly validToMs: number | null }
  | { readonly kind: "silent"; readonly isConnected: boolean; readonly withinMs: number }
  | { readonly kind: "untrusted"; readonly code: string; readonly validFromMs: number; readonly validToMs: number }
  /** `code` is the error code of the system or of the TLS library. */
  | { readonly kind: "failed"; readonly code: string };

/** Connects, with TLS where the protocol begins with it, and disconnects. Nothing is sent. The time limit covers all steps. */
function dial(
  { hostname, port, tls }: Place,
  { lookup, withinMs }: { readonly lookup: LookupFunction | null; readonly withinMs: number },
): Promise<Dialled> {
  return new Promise((resolve) => {
    const isTls = tls === "at once";
    const options = { host: hostname, port, ...(lookup === null ? {} : { lookup }) };
    const name = isIP(hostname) === 0 ? { servername: hostname } : {};
    // The code below checks whether the certificate is trusted. An untrusted one has to be read before the connection ends.
    const socket = isTls ? connectTls({ ...options, ...name, rejectUnauthorized: false }) : connect(options);
    let isConnected = false;
    const end = (dialled: Dialled): void => {
      bound.cancel();
      socket.destroy();
      resolve(dialled);
    };
    const bound = systemClock.wakeAt(systemClock.nowMs() + withinMs, () =>
      end({ kind: "silent", isConnected, withinMs }),
    );
    // Not `once`: a second error while the socket closes would end this process.
    socket.on("error", (error) => end({ kind: "failed", code: String(Object(error).code ?? error.message) }));
    socket.once("connect", () => {
      isConnected = true;
      if (!isTls) end({ kind: "reached", validToMs: null });
    });
    socket.once("secureConnect", () => end(judge(socket as TLSSocket)));
  });
}

/** The socket uses TLS, because only such a socket emits `secureConnect`. */
function judge(socket: TLSSocket): Dialled {
  const { valid_from, valid_to } = socket.getPeerCertificate();
  const [validFromMs, validToMs] = [Date.parse(valid_from), Date.parse(valid_to)];
  if (socket.authorized) return { kind: "reached", validToMs };
  // The library puts the code here, although the type says otherwise.
  return { kind: "untrusted", code: String(socket.authorizationError), validFromMs, validToMs };
}
