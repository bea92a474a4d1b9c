import { rmSync } from "node:fs";
import { startPostgres } from "../../../test/harness/postgres-server.ts";
import { resourcesOfTree } from "./resources.ts";
import type { ServerPart } from "./server-process.ts";

/** A PostgreSQL that keeps every commit that it confirmed, however it ends. Its CPU time is also its part of a contestant's. */
export interface Database extends ServerPart {
  readonly url: string;
  start(): Promise<void>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

/** Starts a database whose folder is in `parentFolder` until it is removed, at the latest when the bench ends. */
export async function startDatabase(parentFolder: string): Promise<Database> {
  const server = await startPostgres({ parentFolder, isSynced: true });
  const leave = (): void => {
    void server.stop("kill");
    rmSync(server.folder, { recursive: true, force: true, maxRetries: 20 });
  };
  process.once("exit", leave);
  return {
    url: server.url,
    start: () => server.start(),
    end: (signal) => server.stop(signal === "SIGKILL" ? "kill" : "fast"),
    resources() {
      const used = resourcesOfTree(server.pid ?? 0);
      return { ...used, engineCpuSeconds: used.cpuSeconds };
    },
    async remove() {
      await server.remove();
      process.off("exit", leave);
    },
  };
}
