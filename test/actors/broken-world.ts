import { scanKeys } from "../../src/core/rows/damaged-rows.ts";
import type { Key, TableName } from "../../src/ports/store.ts";
import type { DamagedStore } from "../harness/damaged-store.ts";
import { createDamagedStore } from "../harness/damaged-store.ts";
import type { World, WorldOptions } from "./world.ts";
import { createWorld } from "./world.ts";

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

export interface Broken extends DamagedStore {
  readonly world: World;
}
export async function open(options: WorldOptions = {}): Promise<Broken> {
  const broken = createDamagedStore();
  return { ...broken, world: await createWorld({ ...options, store: broken.store }) };
}
export const keysOf = async <Table extends TableName>(
  { store }: DamagedStore,
  table: Table,
): Promise<readonly Key<Table>[]> => (await scanKeys(store, table, { limit: 10_000 })).map(({ key }) => key);

/** Advances the clock, and ends every job that is due then. */
export async function later({ world }: Broken, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= dayMs) {
    world.clock.advance(Math.min(left, dayMs));
    for (let round = 0; round < 20; round += 1) await world.settle();
  }
}
