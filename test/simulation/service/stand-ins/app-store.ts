import { join } from "node:path";
import type { OpenedStore, StoreOptions } from "../../../../src/app-store.ts";
import { createFileFolder } from "../../../../src/files/file-folder.ts";
import { openLmdbStore } from "../../../../src/store/lmdb/open-lmdb-store.ts";
import { SimulatedIndex } from "../disk/simulated-index.ts";
import { randomBytes, randomUUID } from "./crypto.ts";
import { placeOf, world } from "./world.ts";

/** Small, so that the few commits of a simulation fill several. */
const segmentBytes = 32 * 1024;
const idBytes = 6;

/** What the config says, on simulated disks, or in the database that several simulated machines share. */
export const openStore = (options: StoreOptions): Promise<OpenedStore> =>
  options.config.store.kind === "embedded" ? openEmbedded(options) : openShared(options);

async function openShared({ config, log }: StoreOptions): Promise<OpenedStore> {
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

/** The embedded store as the service opens it, with its pace, and segments of its journal, made for a simulation. */
async function openEmbedded({ config, clock, log }: StoreOptions): Promise<OpenedStore> {
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
