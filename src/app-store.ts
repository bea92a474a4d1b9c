import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { openBackups, watchFiles } from "./app-backup.ts";
import { openFiles } from "./app-files.ts";
import { openNodeFolder } from "./app-folder.ts";
import { PostgresIndex } from "./archive/postgres/postgres-index.ts";
import { archiveTables } from "./archive/postgres/tables.ts";
import type { OpenBackups } from "./backup/create-backups.ts";
import type { Config } from "./config/config.types.ts";
import { steadyClock } from "./core/clock.ts";
import { beginGeneration } from "./core/rows/new-generation.ts";
import { fileTables } from "./files/postgres/tables.ts";
import type { ArchiveIndex } from "./ports/archive-index.ts";
import type { Backups } from "./ports/backups.ts";
import type { Clock } from "./ports/clock.ts";
import type { FileStore } from "./ports/file-store.ts";
import type { JournalMeters } from "./ports/journal-meters.ts";
import type { LeftWork } from "./ports/left-work.ts";
import type { Peers } from "./ports/peers.ts";
import type { PeersHealth } from "./ports/peers-health.ts";
import type { RowNews } from "./ports/row-news.ts";
import type { Store } from "./ports/store.ts";
import { createAlonePeers } from "./store/alone-peers.ts";
import { readCopied, removeCopied } from "./store/lmdb/folder/copied-file.ts";
import { hasStore } from "./store/lmdb/folder/data-folder.ts";
import { ownerWaitMs } from "./store/lmdb/folder/owner.ts";
import { openLmdbStore } from "./store/lmdb/open-lmdb-store.ts";
import { openDatabase } from "./store/postgres/database.ts";
import { openPostgresStore } from "./store/postgres/open-postgres-store.ts";
import { openDatabaseClock } from "./store/postgres/peers/database-clock.ts";
import type { PostgresPeers } from "./store/postgres/peers/postgres-peers.ts";
import { createPostgresPeers } from "./store/postgres/peers/postgres-peers.ts";
import { shareRows } from "./store/shared-rows.ts";

/** The store of everything that lasts, and what is known of the other processes on it. */
export interface OpenedStore {
  /** Absent when the store is not on a disk of this machine. */
  readonly backups?: Backups;
  readonly store: Store;
  readonly files: FileStore;
  readonly photos: FileStore;
  /** One for all processes on the store. Absent when the process has its own store. */
  readonly archiveIndex?: ArchiveIndex;
  /** The database of the store, if it has one. */
  readonly clock: Clock;
  readonly processId: string;
  readonly damagedRowsMet?: () => number;
  /** Only of an embedded store. */
  readonly journal?: JournalMeters;
  /** Absent when no other process can use the store. */
  readonly peers?: Peers;
  readonly peersHealth?: () => PeersHealth;
  readonly rowNews?: RowNews;
  readonly leftWork?: LeftWork;
}

export interface StoreOptions {
  readonly config: Config;
  /** The machine's clock for an embedded store. A shared store uses the clock of its database. */
  readonly clock: Clock;
  readonly log: Logger;
  /** Stops waiting for a database that is not reachable. */
  readonly signal: AbortSignal;
}

/** Connections of one process. More requests wait for a free one. */
const searchesAtOnce = 3;

/** Opens the store that the config names: the data folder for one process, or a PostgreSQL that several share. */
export const openStore = (options: StoreOptions): Promise<OpenedStore> =>
  options.config.store.kind === "embedded" ? openEmbedded(options) : openShared(options, options.config.store.url);

async function openEmbedded({ config, clock, log }: StoreOptions): Promise<OpenedStore> {
  let damagedRowsMet = 0;
  const onDamagedRow = (): void => {
    damagedRowsMet += 1;
  };
  let backups: OpenBackups | null = null;
  const beforeClose = async (): Promise<void> => backups?.stop();
  const store = await openLmdbStore({ dir: config.dataDir, log, ownerWaitMs, onDamagedRow, beforeClose });
  const copiedAtMs = await readCopied(config.dataDir);
  if (copiedAtMs !== null) {
    await beginGeneration(store, clock.nowMs() - copiedAtMs);
    await removeCopied(config.dataDir);
  }
  const opened = await openFiles({ config, clock, log, peers: createAlonePeers() });
  const files = config.filesBucket === null ? watchFiles(config.dataDir, opened) : null;
  backups = openBackups({ config, clock, log, images: store.images, files });
  // It has to be set before the journal releases its first segment.
  backups.start();
  return {
    ...{ store, backups },
    journal: store.journal,
    ...(files ?? opened),
    clock,
    processId: randomBytes(6).toString("hex"),
    damagedRowsMet: () => damagedRowsMet,
  };
}

async function openShared({ config, log, signal }: StoreOptions, url: string): Promise<OpenedStore> {
  // The service follows the database's clock. It measures the offset with a monotonic clock.
  const base = steadyClock;
  const folder = await openNodeFolder(config.dataDir);
  if (await hasStore(config.dataDir))
    log.warn(
      { folder: config.dataDir },
      "the data folder contains a store that is not read; npm run migrate copies it into the PostgreSQL",
    );
  let peers: PostgresPeers | null = null;
  const opened = await openPostgresStore({
    ...{ url, log, signal },
    nodeId: () => peers?.id ?? "",
    // Only a migration fills a database, from a store at rest.
    onCopy: (store) => beginGeneration(store, 0),
    otherTables: [...fileTables, ...archiveTables],
  });
  const { database, leftWork } = opened;
  const clock = await openDatabaseClock(database, base);
  peers = createPostgresPeers({
    ...{ database, log, clock: base, sampled: clock.sampled },
    formerId: folder.formerId,
  });
  await folder.keep(peers.id);
  await peers.start();
  const { store, news } = shareRows(opened.store, peers);
  // Files and searches have their own connections, so that the store's reads never wait for them.
  const [filesDatabase, archiveDatabase] = [openDatabase({ url }), openDatabase({ url, poolSize: searchesAtOnce })];
  const { archiveSearchesMax: searchesMax, archiveSearchTimeoutMs: searchTimeoutMs } = config.limits;
  return {
    ...{ leftWork, peers, clock },
    store: {
      ...store,
      async close() {
        await store.close();
        await Promise.all([filesDatabase.close(), archiveDatabase.close(), folder.release()]);
      },
    },
    rowNews: news,
    peersHealth: () => peers.health(),
    ...(await openFiles({ config, clock, log, peers, database: filesDatabase })),
    archiveIndex: new PostgresIndex({ pool: archiveDatabase.pool, searchesMax, searchTimeoutMs }),
    processId: peers.id,
  };
}
