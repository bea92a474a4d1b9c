import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { EmbeddedIndex } from "../archive/embedded-index.ts";
import { PostgresIndex } from "../archive/postgres/postgres-index.ts";
import { archiveTables } from "../archive/postgres/tables.ts";
import type { OpenBackups } from "../backup/create-backups.ts";
import { createBackups } from "../backup/create-backups.ts";
import type { Config } from "../config/config.types.ts";
import { steadyClock } from "../core/clock.ts";
import { makeFolders } from "../core/files/make-folders.ts";
import { writeWholeFile } from "../core/files/whole-file.ts";
import { beginGeneration } from "../core/rows/new-generation.ts";
import { createFileFolder } from "../files/file-folder.ts";
import { createMovedFolder } from "../files/moved-folder.ts";
import type { ObjectPool } from "../files/postgres/large-objects.ts";
import { createLargeObjects } from "../files/postgres/large-objects.ts";
import { fileTables } from "../files/postgres/tables.ts";
import type { ObjectPlace } from "../files/remote/object-place.ts";
import { createRemoteFiles } from "../files/remote/remote-files.ts";
import { createBucket, loadBucketClient } from "../files/s3/bucket.ts";
import { tokensIn } from "../files/stored-files.ts";
import { createWatchedFiles } from "../files/watched-files.ts";
import type { ArchiveIndex } from "../ports/archive-index.ts";
import type { Backups } from "../ports/backups.ts";
import type { Clock } from "../ports/clock.ts";
import type { FileStore } from "../ports/file-store.ts";
import type { JournalMeters } from "../ports/journal-meters.ts";
import type { LeftWork } from "../ports/left-work.ts";
import type { Log } from "../ports/log.ts";
import type { Peers } from "../ports/peers.ts";
import type { PeersHealth } from "../ports/peers-health.ts";
import type { RowNews } from "../ports/row-news.ts";
import { noRowNews } from "../ports/row-news.ts";
import type { Store } from "../ports/store.ts";
import { createAlonePeers } from "../store/alone-peers.ts";
import { readCopied, removeCopied } from "../store/lmdb/folder/copied-file.ts";
import { hasStore, rowsFolderOf } from "../store/lmdb/folder/data-folder.ts";
import { ownerWaitMs, takeOwnership } from "../store/lmdb/folder/owner.ts";
import { openLmdbStore } from "../store/lmdb/open-lmdb-store.ts";
import { openDatabase } from "../store/postgres/database.ts";
import { openPostgresStore } from "../store/postgres/open-postgres-store.ts";
import { openDatabaseClock } from "../store/postgres/peers/database-clock.ts";
import type { PostgresPeers } from "../store/postgres/peers/postgres-peers.ts";
import { createPostgresPeers } from "../store/postgres/peers/postgres-peers.ts";
import { shareRows } from "../store/shared-rows.ts";
import { createRowReader } from "../tasks/row-reader.ts";

/** Everything that lasts. */
export interface Stored {
  readonly store: Store;
  readonly files: FileStore;
  /** The photos of agents and bots. A photo without an owner is deleted. */
  readonly photos: FileStore;
  readonly archiveIndex: ArchiveIndex;
  /** Copies of everything; `null` when several processes share the store. */
  readonly backups: Backups | null;
  /** `null` for a store without a journal. */
  readonly journal: JournalMeters | null;
  /** The number of damaged rows that the store has read. */
  readonly damagedRows: () => number;
}

/** The processes on one store. */
export interface Nodes {
  /** No two processes that ever ran on the store have the same one. */
  readonly processId: string;
  readonly peers: Peers;
  /** News of the rows that the others write. */
  readonly rowNews: RowNews;
  /** Work that others left behind; `null` when there are no others. */
  readonly leftWork: LeftWork | null;
  /** Whether this process is in contact with the others; `null` when there are none. */
  readonly health: (() => PeersHealth) | null;
}

export interface OpenedStore {
  readonly stored: Stored;
  readonly nodes: Nodes;
  /** The machine's clock, or the clock of the database that several processes share. */
  readonly clock: Clock;
}

export interface StoreOptions {
  readonly config: Config;
  /** The machine's clock for an embedded store. A shared store uses the clock of its database. */
  readonly clock: Clock;
  readonly log: Logger;
  /** Stops waiting for a database that is not reachable. */
  readonly signal: AbortSignal;
}

/** Opens the store that the config names: the data folder for one process, or a PostgreSQL that several share. */
export const openStore = (options: StoreOptions): Promise<OpenedStore> =>
  options.config.store.kind === "embedded" ? openEmbedded(options) : openShared(options, options.config.store.url);

/** The processes on a store that no other process can open. */
export function aloneOn(processId: string): Nodes {
  return { processId, peers: createAlonePeers(processId), rowNews: noRowNews, leftWork: null, health: null };
}

async function openEmbedded({ config, clock, log }: StoreOptions): Promise<OpenedStore> {
  const { dataDir } = config;
  let damagedRows = 0;
  const onDamagedRow = (): void => {
    damagedRows += 1;
  };
  let backups: OpenBackups | null = null;
  const beforeClose = async (): Promise<void> => backups?.stop();
  const store = await openLmdbStore({ dir: dataDir, log, ownerWaitMs, onDamagedRow, beforeClose });
  const copiedAtMs = await readCopied(dataDir);
  if (copiedAtMs !== null) {
    await beginGeneration(store, clock.nowMs() - copiedAtMs);
    await removeCopied(dataDir);
  }
  const opened = await openFiles({ config, clock, log, peers: createAlonePeers() });
  const watch = (name: "files" | "photos") => createWatchedFiles(opened[name], () => tokensIn(join(dataDir, name)));
  const watched = config.filesBucket === null ? { files: watch("files"), photos: watch("photos") } : null;
  const { backup, limits } = config;
  backups = createBackups({
    images: store.images,
    files: watched,
    rows: createRowReader(rowsFolderOf(dataDir)),
    copiesIn: (dir) => createMovedFolder(dir, log),
    folder: backup === null ? null : folderOfBackups(backup),
    bytesPerSecond: limits.backupBytesPerSecond,
    clock,
    log,
  });
  // It has to be set before the journal releases its first segment.
  backups.start();
  const { files, photos } = watched ?? opened;
  const archiveIndex = await EmbeddedIndex.find(join(dataDir, "archive"), limits.archiveSearchesMax);
  const { journal } = store;
  return {
    stored: { store, files, photos, archiveIndex, backups, journal, damagedRows: () => damagedRows },
    nodes: aloneOn(randomBytes(6).toString("hex")),
    clock,
  };
}

const secondMs = 1_000;
const hourMs = 3_600 * secondMs;

const folderOfBackups = (backup: NonNullable<Config["backup"]>) => ({
  path: backup.folder,
  everyMs: backup.everySeconds * secondMs,
  baseEveryMs: backup.baseEveryHours * hourMs,
  keptMs: backup.keptDays * 24 * hourMs,
});

/** Connections of one process. More requests wait for a free one. */
const searchesAtOnce = 3;

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
    url,
    log,
    signal,
    nodeId: () => peers?.id ?? "",
    // Only a migration fills a database, from a store at rest.
    onCopy: (store) => beginGeneration(store, 0),
    otherTables: [fileTables, archiveTables].flat(),
  });
  const { database, leftWork } = opened;
  const clock = await openDatabaseClock(database, base);
  peers = createPostgresPeers({ database, log, clock: base, sampled: clock.sampled, formerId: folder.formerId });
  await folder.keep(peers.id);
  await peers.start();
  const { store, news } = shareRows(opened.store, peers);
  // Files and searches have their own connections, so that the store's reads never wait for them.
  const [filesDatabase, archiveDatabase] = [openDatabase({ url }), openDatabase({ url, poolSize: searchesAtOnce })];
  const { archiveSearchesMax: searchesMax, archiveSearchTimeoutMs: searchTimeoutMs } = config.limits;
  const closing: Store = Object.assign(store, {
    async close() {
      await opened.store.close();
      await Promise.all([filesDatabase.close(), archiveDatabase.close(), folder.release()]);
    },
  });
  const { files, photos } = await openFiles({ config, clock, log, peers, database: filesDatabase });
  const archiveIndex = new PostgresIndex({ pool: archiveDatabase.pool, searchesMax, searchTimeoutMs });
  const health = (): PeersHealth => peers.health();
  return {
    stored: { store: closing, files, photos, archiveIndex, backups: null, journal: null, damagedRows: () => 0 },
    nodes: { processId: peers.id, peers, rowNews: news, leftWork, health },
    clock,
  };
}

/** The data folder of a node whose rows are elsewhere. Nothing in it has to last. */
interface NodeFolder {
  /** The id of the process that owned the folder before. That process has ended, because this one owns the folder. `null` for a new folder. */
  readonly formerId: string | null;
  /** Stores the id by which the other processes know this one. */
  keep(id: string): Promise<void>;
  release(): Promise<void>;
}

/** Locks the folder for this process, as soon as a former one ends. Throws a StoreError that names the process which owns it. */
async function openNodeFolder(dir: string): Promise<NodeFolder> {
  await makeFolders(dir);
  const owner = await takeOwnership(dir, { waitMs: ownerWaitMs });
  const file = join(dir, "node-id");
  const formerId = await readFile(file, "utf8").catch(() => "");
  return {
    formerId: /^[0-9a-f]{12}$/.test(formerId) ? formerId : null,
    keep: (id) => writeWholeFile(file, id),
    release: () => owner.release(),
  };
}

export interface FilesPlace {
  readonly config: Pick<Config, "dataDir" | "filesBucket">;
  readonly clock: Clock;
  readonly log: Log;
  readonly peers: Peers;
  /** The database of the store. Absent when the store is embedded. */
  readonly database?: { readonly pool: ObjectPool; readonly label: string };
}

/** Opens the files and photos: in the bucket of the config file, else in the store's database, else in the data folder. */
export async function openFiles({ config, clock, log, peers, database }: FilesPlace): Promise<{
  readonly files: FileStore;
  readonly photos: FileStore;
}> {
  const { dataDir, filesBucket: access } = config;
  const s3 = access === null ? null : await loadBucketClient();
  const placeOf = (name: string): ObjectPlace | null => {
    if (s3 !== null && access !== null)
      return createBucket({ access, client: s3.createBucketClient(access), name, clock });
    return database === undefined ? null : createLargeObjects(database.pool, database.label, name);
  };
  const filesOf = (name: string): FileStore => {
    const place = placeOf(name);
    return place === null
      ? createFileFolder(join(dataDir, name), log)
      : createRemoteFiles(place, { clock, log, peers, name, dir: join(dataDir, "incoming") });
  };
  return { files: filesOf("files"), photos: filesOf("photos") };
}
