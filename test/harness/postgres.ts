import type { Test } from "tap";
import type { PostgresOptions, PostgresServer } from "../../src/demo/cast/postgres-server.ts";
import { startPostgres } from "../../src/demo/cast/postgres-server.ts";
import { whenOver } from "../project/together/whole-process.ts";

/** Set for a run of many files: the folder of `preparePostgres`. Each test that needs its own server takes one from it. */
export const preparedPostgresVariable = "PARLEY_TEST_POSTGRES";

/** Names the folder `native` of a package of another version of PostgreSQL, for a run on that version. */
export const otherPostgresVariable = "PARLEY_POSTGRES";

let shared: Promise<PostgresServer> | null = null;

/**
 * Returns the server that the test files of this process share. A file makes its own databases on it, and starts the server again
 * before its end if it stopped the server.
 */
export function sharedTestPostgres(t: Test): Promise<PostgresServer> {
  if (shared === null) {
    const starting = startTestPostgres({ settings: ["max_connections=200"] });
    shared = starting;
    whenOver(t, async () => {
      shared = null;
      await (await starting).remove();
    });
  }
  return shared;
}

/** Starts a server that belongs to this test. */
export const startTestPostgres = (options: PostgresOptions = {}): Promise<PostgresServer> =>
  startPostgres({
    prepared: process.env[preparedPostgresVariable],
    native: process.env[otherPostgresVariable],
    ...options,
  });
