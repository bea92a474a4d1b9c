import type pg from "pg";

/** The fault when a connection creates something in the database: the connection ends, or waits for `release`. */
type Fault = "cut" | "hold";

/** The class of the advisory lock of the fault here. The lock of a process that updates the schema has a random number. */
const holdLock = 5;

const deeds: Readonly<Record<Fault, string>> = {
  cut: "pg_terminate_backend(pg_backend_pid())",
  hold: `pg_advisory_xact_lock_shared(${holdLock}, 0)`,
};

/** Prepares a database for the fault. It counts statements with a sequence, because a rollback does not reset a sequence. */
export async function prepareFault(client: pg.Client, fault: Fault): Promise<void> {
  await client.query(`CREATE SEQUENCE public.steps_left MINVALUE -1000 START 1;
    CREATE FUNCTION public.strike() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('public.steps_left') = 0 THEN PERFORM ${deeds[fault]}; END IF; END $$;
    CREATE EVENT TRIGGER strike ON ddl_command_end EXECUTE FUNCTION public.strike()`);
}

/** The fault occurs once, after the given statement that creates or changes something. The first statement is 1. */
export const strikeBehind = async (client: pg.Client, statement: number): Promise<void> =>
  void (await client.query("SELECT setval('public.steps_left', $1, false)", [1 - statement]));

export const hold = async (client: pg.Client): Promise<void> =>
  void (await client.query(`SELECT pg_advisory_lock(${holdLock}, 0)`));
export const release = async (client: pg.Client): Promise<void> =>
  void (await client.query(`SELECT pg_advisory_unlock(${holdLock}, 0)`));

/** The number of connections that wait for `release`, or for the process that updates the schema. */
export async function waitersFor(client: pg.Client, what: "release" | "update"): Promise<number> {
  const text = `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
    AND (classid = ${holdLock}) = $1 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return (await client.query<{ count: number }>(text, [what === "release"])).rows[0]?.count ?? 0;
}

/** The number of connections of starting services. */
export async function startersOf(client: pg.Client): Promise<number> {
  const text = `SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'parley start'`;
  return (await client.query<{ count: number }>(text)).rows[0]?.count ?? 0;
}
