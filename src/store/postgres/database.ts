import pg from "pg";
import { StoreError } from "../../ports/store-errors.ts";
import { atMost } from "./waiting.ts";

/** The connections of one process to its database. */
export interface Database {
  /** Host, port and name of the database, for messages. It contains no secret. */
  readonly label: string;
  /** For single queries, each on any free connection. */
  readonly pool: pg.Pool;
  /** Opens a connection for one purpose, until `end`. Its queries fail without a response in time, by default within 5.5 s. */
  connect(purpose: string, withinMs?: number): Promise<pg.Client>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database?…` */
  readonly url: string;
  readonly poolSize?: number;
  /** The program name of the connections. Default: the name of the service. */
  readonly program?: string;
}

const connectWithinMs = 3_000;
/** After this wait for a response, the database counts as unavailable. */
export const answerWithinMs = 5_000;
/** The limit of `pg` itself. It is longer, because `pg` does not close a silent connection. */
const queryWithinMs = answerWithinMs + 500;
/** The longest wait for a silent database when the process ends. */
export const goodbyeMs = 1_000;
/**
 * Lookups of keys must use the index, regardless of what the planner assumes about a table that was empty a minute ago. A prepared
 * statement is not planned again.
 */
const sessionSettings =
  "SET statement_timeout = 5000; SET jit = off; SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan";

export function openDatabase({ url, poolSize = 4, program = "parley" }: DatabaseOptions): Database {
  const label = labelOf(url);
  const optionsFor = (purpose: string): pg.ClientConfig => ({
    connectionString: url,
    application_name: `${program} ${purpose}`,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
  });
  const pool = new pg.Pool({
    ...optionsFor("reads"),
    max: poolSize,
    idleTimeoutMillis: 30_000,
    query_timeout: queryWithinMs,
    // The pool waits for this before it gives the connection to a caller.
    async onConnect(client) {
      client.on("error", () => undefined);
      await client.query(sessionSettings);
    },
  });
  // An unused connection that breaks is replaced at the next use.
  pool.on("error", () => undefined);
  return {
    label,
    pool,
    async connect(purpose, withinMs = queryWithinMs) {
      const client = new pg.Client({ ...optionsFor(purpose), query_timeout: withinMs });
      client.on("error", () => undefined);
      try {
        await client.connect();
        await client.query(sessionSettings);
      } catch (error) {
        // A silent server never confirms the end.
        client.end().catch(() => undefined);
        throw error;
      }
      return client;
    },
    close: () => atMost(goodbyeMs, pool.end()),
  };
}

/** Returns the public part of a database URL. Throws StoreError for an invalid URL. */
export function labelOf(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) throw new StoreError('Expected a store as "postgres://user@host:5432/database"');
  const { hostname, port, pathname } = parsed;
  return `postgres://${hostname}:${port === "" ? "5432" : port}${pathname}`;
}
