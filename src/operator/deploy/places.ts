/** Where things lie on a machine that runs the binary as a service. Source: Filesystem Hierarchy Standard 3.0. */
export interface Places {
  readonly program: string;
  readonly data: string;
  readonly cache: string;
  /** A file of variables, readable by root alone, for what is secret. */
  readonly environment: string;
}

export const standardPlaces: Places = {
  program: "/usr/local/bin/parley",
  data: "/var/lib/parley",
  cache: "/var/cache/parley",
  environment: "/etc/parley/environment",
};
