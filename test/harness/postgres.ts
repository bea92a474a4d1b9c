import type { Test } from "tap";
import { whenOver } from "../project/together/whole-process.ts";
import type { PostgresOptions, PostgresServer } from "./postgres-server.ts";
import { startPostgres } from "./postgres-server.ts";

/** Set for a run of many files: the folder of `preparePostgres`. Each test that needs its own server takes one from it. */
export const preparedPostgresVariable = "PARLEY_TEST_POSTGRES";

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
  startPostgres({ prepared: process.env[preparedPostgresVariable], ...options });
