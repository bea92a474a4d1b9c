import { join } from "node:path";
import type { AppOptions } from "../../../../../src/app.ts";
import { createFileFolder } from "../../../../../src/files/file-folder.ts";
import { openLmdbStore } from "../../../../../src/store/lmdb/open-lmdb-store.ts";
import type { OpenedStore } from "../database/opened-store.ts";
import { SimulatedIndex } from "../disk/simulated-index.ts";
import { randomBytes, randomUUID } from "./crypto.ts";
import { placeOf, world } from "./world.ts";

/** The size is small, so that the few commits of a simulation fill several segments. */
const segmentBytes = 32 * 1024;
const idBytes = 6;

/** Opens the configured store: on a simulated disk, or in the database that several simulated machines share. */
export const openStore = (options: AppOptions): Promise<OpenedStore> =>
  options.config.store.kind === "embedded" ? openEmbedded(options) : openShared(options);

async function openShared({ config, log }: AppOptions): Promise<OpenedStore> {
  const { dataDir: dir } = config;
  const place = placeOf(dir);
  if (place === null) throw new Error(`Expected a data folder on a simulated disk, got ${dir}`);
  await place.disk.work(place.process, "name", place.path, () => place.disk.makeFolders(place.path));
  return {
    ...(await world().database.open(place.process, log)),
    files: createFileFolder({ dir: join(dir, "files"), log }),
    photos: createFileFolder({ dir: join(dir, "photos"), log }),
  };
}

/** Opens the embedded store with the same timing as the service, but with smaller segments of its journal. */
async function openEmbedded({ config, clock, log }: AppOptions): Promise<OpenedStore> {
  const { dataDir: dir } = config;
  const place = placeOf(dir);
  if (place === null) throw new Error(`Expected a data folder on a simulated disk, got ${dir}`);
  let damagedRowsMet = 0;
  const onDamagedRow = (): void => {
    damagedRowsMet += 1;
  };
  const store = await openLmdbStore({ dir, log, clock, segmentBytes, onDamagedRow, checksNeeds: true });
  return {
    store,
    files: createFileFolder({ dir: join(dir, "files"), log }),
    photos: createFileFolder({ dir: join(dir, "photos"), log }),
    archiveIndex: new SimulatedIndex(place.disk, place.process, randomUUID),
    clock,
    processId: randomBytes(idBytes).toString("hex"),
    damagedRowsMet: () => damagedRowsMet,
  };
}
