/** Paths on a machine that runs the binary as a service. Source: Filesystem Hierarchy Standard 3.0. */
export interface Places {
  readonly program: string;
  readonly data: string;
  readonly cache: string;
  /** A file with environment variables for secrets. Only root can read the file. */
  readonly environment: string;
}

export const standardPlaces: Places = {
  program: "/usr/local/bin/parley",
  data: "/var/lib/parley",
  cache: "/var/cache/parley",
  environment: "/etc/parley/environment",
};
