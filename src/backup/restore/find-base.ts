import { join } from "node:path";
import type { Base, JournalPlace } from "../folder/folder-names.ts";
import { basesIn, placesIn } from "../folder/folder-names.ts";
import { ImageError } from "../image/image.types.ts";

export interface BaseFound {
  readonly place: JournalPlace;
  readonly base: Base;
}

/** Finds the newest base of a backup folder, or the newest one before this moment. Throws ImageError when there is none. */
export async function findBase(folder: string, untilMs: number | null): Promise<BaseFound> {
  const all: BaseFound[] = [];
  for (const place of await placesIn(folder)) for (const base of await basesIn(place)) all.push({ place, base });
  all.sort((left, right) => left.base.endedAtMs - right.base.endedAtMs);
  const [oldest] = all;
  if (oldest === undefined)
    throw new ImageError(
      `${folder} is not a backup folder with a base: expected ${join("<journal>", "base-….tar.gz")}`,
    );
  const found = all.findLast(({ base }) => untilMs === null || base.endedAtMs <= untilMs);
  if (found !== undefined) return found;
  const from = new Date(oldest.base.endedAtMs).toISOString();
  throw new ImageError(`The oldest state in ${folder} is of ${from}: expected this time or a later time`);
}
