import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import type pg from "pg";

/** Records each statement that creates or changes a schema, table or sequence. The server reports them for every program. */
const watching = `CREATE TABLE public.made (place int GENERATED ALWAYS AS IDENTITY, words text NOT NULL);
CREATE FUNCTION public.note_made() RETURNS event_trigger LANGUAGE plpgsql AS
  'BEGIN INSERT INTO public.made (words) VALUES (current_query()); END';
CREATE EVENT TRIGGER note_made ON ddl_command_end EXECUTE FUNCTION public.note_made()`;

const made = "SELECT words FROM public.made GROUP BY words ORDER BY min(place)";

/** Returns an INSERT statement for each table that has rows. */
const tables = `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'parley' ORDER BY 1`;
const fillOf = (table: string): string =>
  `SELECT format('INSERT INTO parley.%I SELECT * FROM json_populate_recordset(NULL::parley.%I, %L)', '${table}', '${table}',
    json_agg(one)) AS words FROM parley."${table}" AS one HAVING count(*) > 0`;

const sequences = "SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'parley' ORDER BY 1";
const positionOf = (sequence: string): string =>
  `SELECT format('SELECT setval(%L, %s, %L)', 'parley."${sequence}"', last_value, is_called) AS words FROM parley."${sequence}"`;

const largeObjects = `SELECT format('SELECT lo_from_bytea(%s, %L)', oid, lo_get(oid)) AS words FROM pg_largeobject_metadata ORDER BY oid`;

/** Call this before the service creates anything in the empty database. */
export const watchDatabase = async (client: pg.Client): Promise<void> => void (await client.query(watching));

/** Packs a watched database as a compressed SQL script that creates an equal one. Also returns the version of its schema. */
export async function packDatabase(client: pg.Client): Promise<{ readonly packed: Buffer; readonly schema: number }> {
  const ask = async <Row extends object>(text: string): Promise<readonly Row[]> => (await client.query<Row>(text)).rows;
  const script: { readonly words: string }[] = [...(await ask<{ words: string }>(made))];
  for (const { name } of await ask<{ name: string }>(tables))
    script.push(...(await ask<{ words: string }>(fillOf(name))));
  for (const { name } of await ask<{ name: string }>(sequences))
    script.push(...(await ask<{ words: string }>(positionOf(name))));
  script.push(...(await ask<{ words: string }>(largeObjects)));
  const [version] = await ask<{ schema: number }>("SELECT version AS schema FROM parley.schema_version");
  const text = script.map(({ words }) => `${words};\n`).join("");
  return { packed: brotliCompressSync(text), schema: version?.schema ?? 0 };
}

/** Runs the script in an empty database. */
export const unpackDatabase = async (packed: Buffer, client: pg.Client): Promise<void> =>
  void (await client.query(brotliDecompressSync(packed).toString()));
