import { join } from "node:path";
import type { OpenedStore, StoreOptions } from "../../../../../src/app/open-store.ts";
import { createFileFolder } from "../../../../../src/files/file-folder.ts";
import { noRowNews } from "../../../../../src/ports/row-news.ts";
import { createAlonePeers } from "../../../../../src/store/alone-peers.ts";
import { openLmdbStore } from "../../../../../src/store/lmdb/open-lmdb-store.ts";
import { checkNeeds } from "../../../../harness/needed-rows.ts";
import { SimulatedIndex } from "../disk/simulated-index.ts";
import { randomBytes, randomUUID } from "./crypto.ts";
import { placeOf, world } from "./world.ts";

/** The size is small, so that the few commits of a simulation fill several segments. */
const segmentBytes = 32 * 1024;
const idBytes = 6;

/** Opens the configured store: on a simulated disk, or in the database that several simulated machines share. */
export const openStore = (options: StoreOptions): Promise<OpenedStore> =>
  options.config.store.kind === "embedded" ? openEmbedded(options) : openShared(options);

async function openShared({ config, log }: StoreOptions): Promise<OpenedStore> {
  const { dataDir: dir } = config;
  const place = placeOf(dir);
  if (place === null) throw new Error(`Expected a data folder on a simulated disk, got ${dir}`);
  await place.disk.work(place.process, "name", place.path, () => place.disk.makeFolders(place.path));
  const { store, archiveIndex, nodes, clock } = await world().database.open(place.process, log);
  const files = createFileFolder(join(dir, "files"), log);
  const photos = createFileFolder(join(dir, "photos"), log);
  return {
    stored: { store, files, photos, archiveIndex, backups: null, journal: null, damagedRows: () => 0 },
    nodes,
    clock,
  };
}

/** Opens the embedded store with the same timing as the service, but with smaller segments of its journal. */
async function openEmbedded({ config, clock, log }: StoreOptions): Promise<OpenedStore> {
  const { dataDir: dir } = config;
  const place = placeOf(dir);
  if (place === null) throw new Error(`Expected a data folder on a simulated disk, got ${dir}`);
  let damagedRows = 0;
  const onDamagedRow = (): void => {
    damagedRows += 1;
  };
  const store = checkNeeds(await openLmdbStore({ dir, log, clock, segmentBytes, onDamagedRow }));
  const processId = randomBytes(idBytes).toString("hex");
  return {
    stored: {
      store,
      files: createFileFolder(join(dir, "files"), log),
      photos: createFileFolder(join(dir, "photos"), log),
      archiveIndex: new SimulatedIndex(place.disk, place.process, randomUUID),
      backups: null,
      journal: null,
      damagedRows: () => damagedRows,
    },
    nodes: { processId, peers: createAlonePeers(processId), rowNews: noRowNews, leftWork: null, health: null },
    clock,
  };
}
