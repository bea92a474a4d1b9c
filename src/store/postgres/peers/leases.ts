import type { Database } from "../database.ts";

/** Takes a lease through the pool, which waits for the disk: a lease must survive a crash of the database. */
export async function takeLease(
  database: Database,
  lease: { readonly name: string; readonly holder: string; readonly durationMs: number },
): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `INSERT INTO parley.lease AS held (name, holder, until)
     VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
     WHERE held.holder = excluded.holder OR held.until < clock_timestamp()
     RETURNING name`,
    [lease.name, lease.holder, lease.durationMs],
  );
  return rowCount === 1;
}

export async function releaseLease(database: Database, name: string, holder: string): Promise<void> {
  await database.pool.query("DELETE FROM parley.lease WHERE name = $1 AND holder = $2", [name, holder]);
}
