import { rmSync } from "node:fs";
import type { PostgresServer } from "../../../test/harness/postgres-server.ts";
import { startPostgres } from "../../../test/harness/postgres-server.ts";
import { cpuSecondsWithChildren } from "./resources.ts";

/** A PostgreSQL that keeps every commit that it confirmed, however it ends. */
export interface Database extends Omit<PostgresServer, "folder" | "port" | "pid"> {
  /** CPU time of all its processes up to now. */
  cpuSeconds(): number;
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
    stop: (how) => server.stop(how),
    cpuSeconds: () => (server.pid === null ? Number.NaN : cpuSecondsWithChildren(server.pid)),
    async remove() {
      await server.remove();
      process.off("exit", leave);
    },
  };
}
