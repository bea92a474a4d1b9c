/** The variables that the service reads from its environment, as text. An empty variable counts as absent. */
export interface Environment {
  readonly config?: string;
  readonly data?: string;
  /** The address of a PostgreSQL. It can hold a password. */
  readonly store?: string;
  readonly host?: string;
  readonly port?: string;
  readonly log?: string;
  /** Reads any variable, for `{ "env": "NAME" }` in the config file. */
  variable(name: string): string | undefined;
}

export const ENVIRONMENT_NAMES = {
  config: "PARLEY_CONFIG",
  data: "PARLEY_DATA",
  store: "PARLEY_STORE",
  host: "PARLEY_HOST",
  port: "PARLEY_PORT",
  log: "PARLEY_LOG",
} as const;

/** The variables that locate the folder into which the binary unpacks itself. */
export const CACHE_VARIABLE = "PARLEY_CACHE";

/** Reads the process's environment. No other code does. */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  const variable = (name: string): string | undefined => variables[name] || undefined;
  const given: Partial<Record<keyof typeof ENVIRONMENT_NAMES, string>> = {};
  for (const key of ["config", "data", "store", "host", "port", "log"] as const) {
    const value = variable(ENVIRONMENT_NAMES[key]);
    if (value !== undefined) given[key] = value;
  }
  return { ...given, variable };
}

/** Sets the maximal size of a head for the HTTP server, which is loaded later. A variable in the environment takes precedence. */
export function allowHeads(bytesMax: number): void {
  process.env["UWS_HTTP_MAX_HEADERS_SIZE"] ||= String(bytesMax);
}
