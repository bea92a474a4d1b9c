import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "../../../../src/demo/cluster/postgres-server.ts";
import { presentForm, presentVersions } from "./form.ts";
import { packDatabase, watchDatabase } from "./packed-database.ts";
import { packFolder } from "./packed-folder.ts";

/** The store of a service, and how its content is packed into a fixture. */
export interface KeptPlace {
  readonly flags: readonly string[];
  /** The folder below `test/fixtures/`. */
  readonly fixtures: string;
  /** The extension of the fixture's file. */
  readonly extension: string;
  /** Call this after the service has ended. Resolves with the file's bytes and the manifest's notes about its form. */
  pack(isPresent: boolean): Promise<{ readonly packed: Buffer; readonly notes: object }>;
  close(): Promise<void>;
}

export const folderPlace = (data: string): KeptPlace => ({
  flags: ["--data", data],
  fixtures: "folders",
  extension: "br",
  pack: async (isPresent) => ({
    packed: packFolder(data),
    notes: isPresent ? { form: presentForm(), versions: presentVersions } : {},
  }),
  close: async () => undefined,
});

export async function databasePlace(root: string): Promise<KeptPlace> {
  const server = await startPostgres();
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await watchDatabase(client);
  return {
    flags: ["--data", join(root, "data"), "--store", server.url],
    fixtures: "databases",
    extension: "sql.br",
    async pack() {
      const { packed, schema } = await packDatabase(client);
      return { packed, notes: { schema } };
    },
    async close() {
      await client.end();
      await server.remove();
    },
  };
}
