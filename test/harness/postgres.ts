import type { PostgresOptions, PostgresServer } from "../../src/demo/cluster/postgres-server.ts";
import { startPostgres } from "../../src/demo/cluster/postgres-server.ts";

/** Set for a run of many files: the folder of `preparePostgres`. Each test that needs its own server takes one from it. */
export const preparedPostgresVariable = "PARLEY_TEST_POSTGRES";

/** Starts a server that belongs to this test. */
export const startTestPostgres = (options: PostgresOptions = {}): Promise<PostgresServer> =>
  startPostgres({ prepared: process.env[preparedPostgresVariable], ...options });
