import type { Config } from "./config.types.ts";
import type { ConfigFile } from "./config-schema.ts";
import { chooseDataFolder } from "./data-folder.ts";
import type { Environment } from "./env.ts";
import { ENVIRONMENT_NAMES } from "./env.ts";
import type { Flags } from "./flags.ts";
import type { LogLevel } from "./log-levels.ts";
import { LOG_LEVELS } from "./log-levels.ts";
import type { Mistakes } from "./mistakes.ts";

export const defaultHost = "127.0.0.1";
export const defaultPort = 8080;

/**
 * The address to listen on, and the store. A flag takes precedence over the environment, which takes precedence over the file.
 */
export function chooseListening(
  flags: Flags,
  environment: Environment,
  file: ConfigFile,
  folder: string,
  mistakes: Mistakes,
): Pick<Config, "host" | "port" | "dataDir" | "logLevel"> {
  const port =
    portOf("--port", flags.port, mistakes) ??
    portOf(ENVIRONMENT_NAMES.port, environment.port, mistakes) ??
    file.port ??
    defaultPort;
  const host =
    hostOf("--host", flags.host, mistakes) ??
    hostOf(ENVIRONMENT_NAMES.host, environment.host, mistakes) ??
    file.host ??
    defaultHost;
  return {
    host,
    port,
    dataDir: chooseDataFolder(flags, environment, file.data, folder),
    logLevel: logLevelOf(environment.log, mistakes) ?? file.logLevel ?? "info",
  };
}

function portOf(source: string, text: string | undefined, mistakes: Mistakes): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  mistakes.add(source, { value: text }, "an integer from 0 to 65535");
  return undefined;
}

function hostOf(source: string, text: string | undefined, mistakes: Mistakes): string | undefined {
  if (text === undefined || /^[\w.:-]+$/.test(text)) return text;
  mistakes.add(source, { value: text }, "a host name or an address");
  return undefined;
}

function logLevelOf(text: string | undefined, mistakes: Mistakes): LogLevel | undefined {
  if (text === undefined) return undefined;
  const level = LOG_LEVELS.find((known) => known === text);
  if (level === undefined) mistakes.add(ENVIRONMENT_NAMES.log, { value: text }, `one of ${LOG_LEVELS.join(", ")}`);
  return level;
}
