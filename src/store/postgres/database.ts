import pg from "pg";
import { StoreError } from "../../ports/store-errors.ts";
import { atMost } from "./waiting.ts";

/** The connections of one process to its database. */
export interface Database {
  /** Host, port and name of the database: for messages. It holds no secret. */
  readonly label: string;
  /** For queries of their own, each on whichever connection is free. */
  readonly pool: pg.Pool;
  /** A connection for one purpose, until `end`. Its queries fail when they are not answered in time, 5 s unless it is said. */
  connect(purpose: string, withinMs?: number): Promise<pg.Client>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database?…` */
  readonly url: string;
  readonly poolSize?: number;
  /** What the connections say they are; a service where nothing is said. */
  readonly program?: string;
}

const connectWithinMs = 3_000;
/** Whoever waits longer for an answer has lost the database. */
export const answerWithinMs = 5_000;
/** For what is sent beside that; `pg` cannot end the connection that is silent, so that it comes second. */
const queryWithinMs = answerWithinMs + 500;
/** A database that is silent does not keep the process from its end. */
export const goodbyeMs = 1_000;
/**
 * Keys are looked up by the index, whatever the planner knows of a table that was empty a minute ago; and a statement that is known
 * is not planned again.
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
    // Waited for before the connection is handed out.
    async onConnect(client) {
      client.on("error", () => undefined);
      await client.query(sessionSettings);
    },
  });
  // One that breaks while nobody uses it is replaced when it is needed.
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
        // A silent server never says goodbye.
        client.end().catch(() => undefined);
        throw error;
      }
      return client;
    },
    close: () => atMost(goodbyeMs, pool.end()),
  };
}

/** What may be shown of a database's URL. Throws StoreError for what is none. */
export function labelOf(url: string): string {
  if (!URL.canParse(url)) throw new StoreError('Expected a store as "postgres://user@host:5432/database"');
  const { hostname, port, pathname } = new URL(url);
  return `postgres://${hostname}:${port === "" ? "5432" : port}${pathname}`;
}
