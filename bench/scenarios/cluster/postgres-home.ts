import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { openPostgresStore } from "../../../src/store/postgres/open-postgres-store.ts";
import type { Database } from "../../load/service/database.ts";
import { startDatabase } from "../../load/service/database.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import type { ServiceOptions } from "../../load/service/service.ts";
import { startService } from "../../load/service/service.ts";
import type { Home } from "../messages/home.ts";
import type { BenchContext } from "../scenario.types.ts";
import { messagesIn } from "../verify/stored-messages.ts";

/** Several processes of the service on one database. Their resources are added up, and they end together. */
interface Nodes extends ServerProcess {
  readonly urls: readonly string[];
}

interface NodesOptions extends Omit<ServiceOptions, "store"> {
  readonly store: string;
  readonly count: number;
  /** CPU time of the database server up to now. */
  readonly engineCpuSeconds: () => number;
}

/** Each node has its own folder inside this folder. */
const nodeFolderOf = (folder: string, number: number): string => join(folder, `node-${number}`);

/** Resolves when all nodes are ready. Only the first is profiled. */
async function startNodes(options: NodesOptions): Promise<Nodes> {
  const { count, folder, engineCpuSeconds, profileFolder, ...rest } = options;
  const start = (number: number): Promise<ServerProcess> =>
    startService({
      ...rest,
      folder: nodeFolderOf(folder, number),
      ...(profileFolder === undefined || number > 1 ? {} : { profileFolder }),
    });
  // The first node updates the schema.
  const first = await start(1);
  const others = await Promise.all(Array.from({ length: count - 1 }, (_, at) => start(at + 2)));
  const nodes = [first, ...others];
  const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
  return {
    pid: first.pid,
    url: first.url,
    urls: nodes.map(({ url }) => url),
    readyMs: Math.max(...nodes.map(({ readyMs }) => readyMs)),
    resources() {
      const each = nodes.map((node) => node.resources());
      return {
        cpuSeconds: sumOf(each.map(({ cpuSeconds }) => cpuSeconds)),
        rssMib: sumOf(each.map(({ rssMib }) => rssMib)),
        ownMib: sumOf(each.map(({ ownMib }) => ownMib)),
        engineCpuSeconds: engineCpuSeconds(),
      };
    },
    async end(signal) {
      await Promise.all(nodes.map((node) => node.end(signal)));
    },
  };
}

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
