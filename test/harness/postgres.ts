import type { PostgresOptions, PostgresServer } from "../../src/demo/cluster/postgres-server.ts";
import { startPostgres } from "../../src/demo/cluster/postgres-server.ts";

/** Set for a run of many files: the folder of `preparePostgres` from which each test that needs a server of its own takes one. */
export const preparedPostgresVariable = "PARLEY_TEST_POSTGRES";

/** A server of the test's own. */
export const startTestPostgres = (options: PostgresOptions = {}): Promise<PostgresServer> =>
  startPostgres({ prepared: process.env[preparedPostgresVariable], ...options });
