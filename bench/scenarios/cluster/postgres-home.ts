import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { openPostgresStore } from "../../../src/store/postgres/open-postgres-store.ts";
import { startDatabase } from "../../load/service/database.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { withParts } from "../../load/service/server-process.ts";
import type { ServiceOptions } from "../../load/service/service.ts";
import { startService } from "../../load/service/service.ts";
import type { Home } from "../messages/home.ts";
import type { BenchContext } from "../scenario.types.ts";
import { messagesIn } from "../verify/stored-messages.ts";

/** Each node has its own folder inside this folder. */
const nodeFolderOf = (folder: string, number: number): string => join(folder, `node-${number}`);

type NodesOptions = Omit<ServiceOptions, "store"> & { readonly store: string };

/** Resolves when all nodes are ready. Only the first is profiled. */
async function startNodes(count: number, options: NodesOptions): Promise<readonly ServerProcess[]> {
  const { folder, profileFolder, ...rest } = options;
  const start = (number: number): Promise<ServerProcess> =>
    startService({
      ...rest,
      folder: nodeFolderOf(folder, number),
      ...(profileFolder === undefined || number > 1 ? {} : { profileFolder }),
    });
  // The first node updates the schema.
  const first = await start(1);
  return [first, ...(await Promise.all(Array.from({ length: count - 1 }, (_, at) => start(at + 2))))];
}

export interface PostgresHome extends Home {
  /** The first node alone, without the database; `null` before the first start. */
  firstNode(): ServerProcess | null;
  /** Removes all its files. */
  remove(): Promise<void>;
}

/** This many nodes on their own PostgreSQL, which runs while they do and is killed with them. */
export async function createPostgresHome(
  count: number,
  { workFolder, cacheFolder }: Pick<BenchContext, "workFolder" | "cacheFolder">,
): Promise<PostgresHome> {
  const folder = mkdtempSync(join(workFolder, "nodes-"));
  // Only its owner can enter the folder of this run; PostgreSQL runs as another user when the bench runs as root.
  const database = await startDatabase(cacheFolder);
  await database.end("SIGTERM");
  let nodes: readonly ServerProcess[] = [];
  return {
    get urls() {
      return nodes.map(({ url }) => url);
    },
    firstNode: () => nodes[0] ?? null,
    async start(options) {
      await database.start();
      nodes = await startNodes(count, { ...options, folder, store: database.url });
      const [first, ...others] = nodes;
      if (first === undefined) throw new Error("Expected at least one node");
      return withParts(first, [...others, database]);
    },
    async openStored(log) {
      await database.start();
      const { store } = await openPostgresStore({ url: database.url, nodeId: () => "bench", log });
      return {
        ...messagesIn(store),
        async close() {
          await store.close();
          await database.end("SIGTERM");
        },
      };
    },
    remove: () => database.remove(),
  };
}
