import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import type { Failure } from "../../core/result.ts";
import { daysLeft } from "./certificate.ts";
import type { Dialled } from "./dial.ts";
import { dial } from "./dial.ts";
import { explainDial } from "./explain-dial.ts";
import type { Line, Report } from "./report.ts";
import type { Target } from "./targets.ts";
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
