import { prepareFirstStart } from "./app/first-start.ts";
import type { App } from "./app/serve.ts";
import { createTargetCheck, isOperatorsMistake, openApp } from "./app/serve.ts";
import type { ConfigOutcome } from "./config/config.ts";
import { loadConfig } from "./config/config.ts";
import type { Config } from "./config/config.types.ts";
import { readEnvironment } from "./config/env.ts";
import { systemClock } from "./core/clock.ts";
import { findLoader } from "./core/files/whole-program.ts";
import { captureConsole, createLog } from "./core/telemetry/log.ts";
import { defectText } from "./core/telemetry/mapped-stack.ts";
import type { MadePassword } from "./domain/agent/accounts/one-time-password.ts";
import { makePassword } from "./domain/agent/accounts/one-time-password.ts";

/** Exit status for a mistake of the operator: in a flag, the config file, the data folder or the address. */
const mistakeStatus = 2;
const failureStatus = 1;

/** How long a stop waits for a start in progress. A start can wait for another process on the same store. */
const startMaxMs = 3_000;

/** Files that are created later are closed to other users as well. */
const othersBits = 0o077;

let onHangUp = (): void => undefined;
// Installed at once, because without a listener the signal ends the process.
process.on("SIGHUP", () => onHangUp());

async function main(): Promise<void> {
  process.umask(othersBits);
  const outcome = readConfig();
  if (outcome.kind === "text") process.stdout.write(outcome.text);
  else if (outcome.kind === "mistakes") leave(outcome.lines);
  else await run(outcome);
}

const readConfig = (): ConfigOutcome =>
  loadConfig({ argv: process.argv.slice(2), environment: readEnvironment(), createTargetCheck });

async function run({ config, view, hasFile }: ConfigOutcome & { readonly kind: "config" }): Promise<void> {
  // Other users of the machine can read command lines, and the database's address may hold a password.
  if (config.store.kind === "postgres") process.title = "parley";
  const { logger: log, health, flush, setLevel: setLogLevel } = createLog(config.logLevel, config.limits);
  captureConsole(log);
  process.stdout.on("error", (error) => log.warn({ err: error }, "standard output cannot be written"));
  const stopping = new AbortController();
  let app: App | null = null;
  let starting: Promise<void> = Promise.resolve();
  const stop = async (signal: string): Promise<void> => {
    if (stopping.signal.aborted) return;
    log.info({ signal }, "stopping: finishing the running requests");
    stopping.abort();
    // A start in progress ends first. Otherwise it would use a store that is closed.
    if (app !== null) await Promise.race([starting, passed(startMaxMs)]);
    await app?.stop();
    log.info({}, "stopped");
    flush();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop("SIGTERM"));
  process.on("SIGINT", () => void stop("SIGINT"));
  onHangUp = () => {
    const signal = "SIGHUP";
    if (app === null || stopping.signal.aborted) log.warn({ signal }, "config not reloaded: starting or stopping");
    else app.reload({ signal }).catch((err: unknown) => log.error({ err, signal }, "config only partly reloaded"));
  };

  const loader = findLoader<MadePassword>();
  const reading = hasFile ? { view, read: readConfig, setLogLevel } : undefined;
  const start = async (): Promise<void> => {
    app = await openApp({
      config,
      clock: systemClock,
      log,
      logHealth: health,
      signal: stopping.signal,
      firstPassword: () => loader?.firstPassword ?? makePassword(),
      reading,
    });
    await loader?.whole;
    await prepare(app, config);
    if (stopping.signal.aborted) return;
    app.serve();
    process.stdout.write(`parley ready ${app.url()}\n`);
    loader?.served();
  };
  // After a signal, a start that takes too long may fail, because `stop` closes what it uses. `stop` ends the process.
  starting = start().catch((err: unknown) => {
    if (!stopping.signal.aborted) throw err;
    log.warn({ err }, "the start failed while the process stops");
  });
  await starting;
}

/** Listens, and prints what a first start must show. */
async function prepare(app: App, config: Config): Promise<void> {
  const { url } = await app.listen();
  // When processes start together on an empty store, one of them creates what is missing and prints it.
  await app.oneAtATime(async () => {
    const firstStart = await prepareFirstStart(app, config, url);
    if (firstStart === null) return;
    process.stdout.write(firstStart.text);
    await firstStart.shown();
  });
}

const passed = (ms: number): Promise<void> =>
  new Promise((resolve) => void systemClock.wakeAt(systemClock.nowMs() + ms, resolve));

/** Prints one line for each mistake. Nothing was touched. */
function leave(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exitCode = mistakeStatus;
}

main().catch((error: unknown) => {
  if (isOperatorsMistake(error)) {
    process.stderr.write(`${error.message}\n`);
    process.exit(mistakeStatus);
  }
  process.stderr.write(`${defectText(error)}\n`);
  process.exit(failureStatus);
});
