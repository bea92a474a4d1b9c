import type { Log } from "../../../src/ports/log.ts";
import { openLmdbStore } from "../../../src/store/lmdb/open-lmdb-store.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import type { ServiceOptions } from "../../load/service/service.ts";
import { dataFolderOf, startService } from "../../load/service/service.ts";
import type { StoredMessages } from "../verify/stored-messages.ts";
import { messagesIn } from "../verify/stored-messages.ts";

/** Where a service runs and keeps its rows, across restarts. */
export interface Home {
  /** The URLs of several running nodes; empty for a single service. */
  readonly urls: readonly string[];
  /** The returned resources include all nodes and the database. */
  start(options: Omit<ServiceOptions, "folder" | "store">): Promise<ServerProcess>;
  /** Opens the store for reading while no service runs. */
  openStored(log: Pick<Log, "info" | "warn" | "error">): Promise<OpenedMessages>;
}

export interface OpenedMessages extends StoredMessages {
  close(): Promise<void>;
}

/** One process, with the embedded store in its own data folder. */
export const createLmdbHome = (folder: string): Home => ({
  urls: [],
  start: (options) => startService({ ...options, folder }),
  async openStored(log) {
    const store = await openLmdbStore({ dir: dataFolderOf(folder), log });
    return { ...messagesIn(store), close: () => store.close() };
  },
});
