import pg from "pg";
import { StoreError } from "../../ports/store.ts";

/** The connections of one process to its database. */
export interface Database {
  /** Host, port and name of the database: for messages. It holds no secret. */
  readonly label: string;
  /** For queries of their own, each on whichever connection is free. */
  readonly pool: pg.Pool;
  /** A connection for one purpose, until `end`. */
  connect(purpose: string): Promise<pg.Client>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database?…` */
  readonly url: string;
  readonly poolSize?: number;
}

const connectWithinMs = 3_000;

export function openDatabase({ url, poolSize = 4 }: DatabaseOptions): Database {
  const label = labelOf(url);
  const optionsFor = (purpose: string): pg.ClientConfig => ({
    connectionString: url,
    application_name: `parley ${purpose}`,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
  });
  const pool = new pg.Pool({ ...optionsFor("reads"), max: poolSize, idleTimeoutMillis: 30_000 });
  // One that breaks while nobody uses it is replaced when it is needed.
  pool.on("error", () => undefined);
  return {
    label,
    pool,
    async connect(purpose) {
      const client = new pg.Client(optionsFor(purpose));
      client.on("error", () => undefined);
      await client.connect();
      return client;
    },
    close: () => pool.end(),
  };
}

/** What may be shown of a database's URL. Throws StoreError for what is none. */
export function labelOf(url: string): string {
  if (!URL.canParse(url)) throw new StoreError('Expected a store as "postgres://user@host:5432/database"');
  const { hostname, port, pathname } = new URL(url);
  return `postgres://${hostname}:${port === "" ? "5432" : port}${pathname}`;
}
