import { StoreInUseError } from "../../../../../src/ports/store-errors.ts";
import type { Ownership } from "../../../../../src/store/lmdb/folder/owner.ts";
import { placeOf } from "./world.ts";

const owners = new WeakMap<object, { readonly isDead: boolean; readonly name: string }>();

/** Replaces the lock that the system removes with the process. */
export async function takeOwnership(folder: string): Promise<Ownership> {
  const place = placeOf(folder);
  if (place === null) throw new Error(`Expected a folder on a simulated disk, got ${folder}`);
  const { disk, process } = place;
  const owner = owners.get(disk);
  if (owner !== undefined && !owner.isDead)
    throw new StoreInUseError(`The data folder ${folder} is in use by process ${owner.name}`);
  owners.set(disk, process);
  return {
    assertHeld: async () => undefined,
    async release() {
      if (owners.get(disk) === process) owners.delete(disk);
    },
  };
}
