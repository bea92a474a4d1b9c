import type { Logger } from "pino";
import type { Config } from "../config/config.types.ts";
import { changedKeys } from "../config/reload/changed-keys.ts";
import type { ConfigView } from "../config/reload/config-view.ts";
import { keepUnchanged } from "../config/reload/config-view.ts";
import { changeInPlace } from "../config/reload/live-config.ts";
import { reloadKindOf } from "../config/reload/reload-keys.ts";
import type { OneAtATime } from "../core/one-at-a-time.ts";
import type { Accounts } from "../domain/agent/accounts/accounts.ts";
import { refuseSharedBots } from "../domain/bot/declared-bots.ts";
import type { Calls } from "../domain/call/calls.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { Declared } from "../edge/routes/admin/declared.ts";
import type { HttpServer } from "../edge/server/server.ts";
import type { Reload, Reloaded } from "../ports/reload.ts";
import type { Store } from "../ports/store.ts";
import { declareAll, declaredBy } from "./declare.ts";
import type { Reloading } from "./open.ts";

interface ReloadParts {
  readonly reloading: Reloading | null;
  readonly config: Config;
  /** The config that follows the file. */
  readonly declared: Declared;
  readonly domain: { readonly runtime: Runtime; readonly accounts: Accounts; readonly calls: Calls };
  readonly server: HttpServer;
  readonly shared: { readonly store: Store; readonly oneAtATime: OneAtATime };
  readonly log: Logger;
}

const refused = (why: "no-file" | "not-serving" | "mistakes", lines: readonly string[]): Reloaded => ({
  kind: "refused",
  why,
  lines,
});
const noFile = refused("no-file", [
  "There is no config file to read again: none was given at the start, by --config or PARLEY_CONFIG.",
]);
const notServing = refused("not-serving", ["The service is starting or stopping: the config is not read again."]);

/** Reloads the config file, one reload after the other, and applies it to the service. A file with a mistake changes nothing. */
export function createReload(parts: ReloadParts): Reload {
  const { reloading, config, server, log } = parts;
  const { runtime, accounts, calls } = parts.domain;
  let view = reloading?.view ?? {};
  const run = async (): Promise<Reloaded> => {
    if (reloading === null) return noFile;
    if (server.state !== "serving") return notServing;
    const outcome = reloading.read();
    if (outcome.kind !== "config") return refused("mistakes", outcome.kind === "mistakes" ? outcome.lines : []);
    const { changed, needsRestart } = differences(view, outcome.view);
    try {
      await putInPlace(parts, outcome.config, changed);
    } catch (error) {
      if (!(error instanceof UnusableError)) throw error;
      return refused("mistakes", [error.message]);
    }
    await declareAll(config, runtime, accounts);
    if (changed.some((key) => /^telephony\b/.test(key))) await calls.start();
    view = keepUnchanged(view, outcome.view, needsRestart);
    return { kind: "reloaded", changed, needsRestart };
  };
  return async (by) => {
    // A reload that waited for its turn while the service stops would wait forever.
    const reloaded = server.state === "serving" ? await parts.shared.oneAtATime(run) : notServing;
    // A request gets the outcome as its response. The outcome of a signal is only in the log.
    const level = "signal" in by ? "error" : "warn";
    const entry = log.child(by);
    if (reloaded.kind === "refused")
      for (const line of reloaded.lines) entry[level]({ reason: line }, "config not reloaded");
    else entry.info({ changed: reloaded.changed, needsRestart: reloaded.needsRestart }, "config reloaded");
    return reloaded;
  };
}

function differences(before: ConfigView, after: ConfigView) {
  const keys = changedKeys(before, after);
  const isLive = (key: string): boolean => reloadKindOf(key) === "live";
  return { changed: keys.filter(isLive), needsRestart: keys.filter((key) => !isLive(key)) };
}

/** Something in the file, or a file that it names, cannot be used. The message is complete. */
class UnusableError extends Error {
  override readonly name = "UnusableError";
}

const usable = async <Value>(work: () => Value | Promise<Value>): Promise<Value> => {
  try {
    return await work();
  } catch (error) {
    throw new UnusableError(error instanceof Error ? error.message : String(error), { cause: error });
  }
};

/** Everything that can fail comes first. */
async function putInPlace(parts: ReloadParts, next: Config, changed: readonly string[]): Promise<void> {
  const { config, reloading, server, declared, domain, shared } = parts;
  await usable(() => refuseSharedBots(shared.store, next.channels));
  const putOutside = await usable(() => reloading?.prepare(next, changed));
  const { tls } = next;
  if (tls !== null && changed.some((key) => key.startsWith("tls.")))
    await usable(() => server.renewTls({ certPath: tls.certFile, keyPath: tls.keyFile }));
  changeInPlace(config, next);
  putOutside?.();
  server.trustProxies(config.trustedProxies);
  domain.accounts.declare(config.agents);
  await domain.accounts.apiKeys.declare(config.apiKeys);
  Object.assign(declared, declaredBy(config));
}
