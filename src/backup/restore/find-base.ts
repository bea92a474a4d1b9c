import { join } from "node:path";
import type { Base, JournalPlace } from "../folder/folder-names.ts";
import { basesIn, placesIn } from "../folder/folder-names.ts";
import { ImageError } from "../image/image.types.ts";

export interface BaseFound {
  readonly place: JournalPlace;
  readonly base: Base;
  /** The bases of the folder that were written later. */
  readonly later: readonly Pick<BaseFound, "place" | "base">[];
}

/** Finds the newest base of a backup folder, or the newest one before this moment. Throws ImageError when there is none. */
export async function findBase(folder: string, untilMs: number | null): Promise<BaseFound> {
  const all: Pick<BaseFound, "place" | "base">[] = [];
  for (const place of await placesIn(folder)) for (const base of await basesIn(place)) all.push({ place, base });
  all.sort((left, right) => left.base.endedAtMs - right.base.endedAtMs);
  const [oldest] = all;
  if (oldest === undefined)
    throw new ImageError(
      `${folder} is not a backup folder with a base: expected ${join("<journal>", "base-….tar.gz")}`,
    );
  const index = all.findLastIndex(({ base }) => untilMs === null || base.endedAtMs <= untilMs);
  const found = all[index];
  if (found !== undefined) return { ...found, later: all.slice(index + 1) };
  const from = new Date(oldest.base.endedAtMs).toISOString();
  throw new ImageError(`The oldest state in ${folder} is of ${from}: expected this time or a later time`);
}
