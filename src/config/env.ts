/** What the service takes from its environment, as text; absent and empty are the same. */
export interface Environment {
  readonly config?: string;
  readonly data?: string;
  /** The address of a PostgreSQL; it may hold a password. */
  readonly store?: string;
  readonly host?: string;
  readonly port?: string;
  readonly log?: string;
  /** Any variable, for `{ "env": "NAME" }` in the config file. */
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

/** Where the binary unpacks what lies inside it. */
export const CACHE_VARIABLE = "PARLEY_CACHE";

/** The only reader of the process's environment. */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  const variable = (name: string): string | undefined => variables[name] || undefined;
  const given: Partial<Record<keyof typeof ENVIRONMENT_NAMES, string>> = {};
  for (const key of ["config", "data", "store", "host", "port", "log"] as const) {
    const value = variable(ENVIRONMENT_NAMES[key]);
    if (value !== undefined) given[key] = value;
  }
  return { ...given, variable };
}

/** Lets the HTTP server, which is loaded afterwards, take heads of so many bytes, unless the environment says otherwise. */
export function allowHeads(bytesMax: number): void {
  process.env["UWS_HTTP_MAX_HEADERS_SIZE"] ||= String(bytesMax);
}
