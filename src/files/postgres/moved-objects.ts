import type { MovedFiles } from "../../ports/moved-files.ts";
import { databaseErrorOf } from "./database-error.ts";
import type { ObjectPool } from "./large-objects.ts";
import { createLargeObjects } from "./large-objects.ts";
import { fileTables } from "./tables.ts";

const tableThere = "SELECT to_regclass('parley.file_object') IS NOT NULL AS there";

/** The large objects of a database that no service uses. Each file keeps its token when it moves. */
export function createMovedObjects(pool: ObjectPool, label: string, name: string): MovedFiles {
  const objects = createLargeObjects(pool, label, name);
  const isTableThere = async (): Promise<boolean> => {
    try {
      return (await pool.query<{ there: boolean }>(tableThere)).rows[0]?.there === true;
    } catch (error) {
      throw databaseErrorOf("Files cannot be listed", label, error);
    }
  };
  return {
    async *tokens() {
      if (!(await isTableThere())) return;
      for await (const page of objects.tokensOlderThan(0)) yield* page;
    },
    open: async (token) => ((await isTableThere()) ? objects.open(token) : null),
    async put(token, file) {
      if (!(await isTableThere())) for (const statement of fileTables) await pool.query(statement);
      await objects.put(token, file);
    },
    remove: async (token) => ((await isTableThere()) ? objects.remove(token) : undefined),
  };
}
