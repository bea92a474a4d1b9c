import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { openPostgresStore } from "../../../src/store/postgres/open-postgres-store.ts";
import type { Database } from "../../load/service/database.ts";
import { startDatabase } from "../../load/service/database.ts";
import { nodeFolderOf, startNodes } from "../../load/service/nodes.ts";
import type { Home } from "../messages/home.ts";
import type { BenchContext } from "../scenario.types.ts";
import { messagesIn } from "../verify/stored-messages.ts";

export interface PostgresHome extends Home {
  /** The log of the first node. */
  readonly logFile: string;
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
  const database: Database = await startDatabase(cacheFolder);
  await database.stop("fast");
  let isRunning = false;
  const run = async (): Promise<void> => {
    if (!isRunning) await database.start();
    isRunning = true;
  };
  const stop = async (how: "fast" | "kill"): Promise<void> => {
    await database.stop(how);
    isRunning = false;
  };
  let urls: readonly string[] = [];
  return {
    logFile: join(nodeFolderOf(folder, 1), "service.log"),
    get urls() {
      return urls;
    },
    async start(options) {
      await run();
      const { cpuSeconds: engineCpuSeconds, url: store } = database;
      const nodes = await startNodes({ ...options, folder, store, count, engineCpuSeconds });
      urls = nodes.urls;
      return {
        ...nodes,
        async end(signal) {
          await nodes.end(signal);
          await stop(signal === "SIGKILL" ? "kill" : "fast");
        },
      };
    },
    async openStored(log) {
      await run();
      const { store } = await openPostgresStore({ url: database.url, nodeId: () => "bench", log });
      return {
        ...messagesIn(store),
        async close() {
          await store.close();
          await stop("fast");
        },
      };
    },
    remove: () => database.remove(),
  };
}
