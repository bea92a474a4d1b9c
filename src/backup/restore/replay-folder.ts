import type { ImageTarget, ReplayedUpTo } from "../../ports/image-target.ts";
import { StoreError } from "../../ports/store-errors.ts";
import { journalFilesIn } from "../folder/folder-names.ts";
import { partsIn } from "../folder/journal-parts.ts";
import type { BaseFound } from "./find-base.ts";

export interface ReplayFolder {
  readonly found: BaseFound;
  readonly target: Pick<ImageTarget, "replay">;
  /** Skips records that were written later, in Unix milliseconds. `null` skips none. */
  readonly untilMs: number | null;
  onProgress(bytes: number): void;
}

/** Replays the copied journal after the base. Rejects with StoreError for a missing or damaged record, or one of a newer version. */
export async function replayFolder({ found, target, untilMs, onProgress }: ReplayFolder): Promise<ReplayedUpTo> {
  const { base, place } = found;
  const { journalId } = place;
  const until = untilMs === null ? {} : { untilMs };
  let atMs = base.endedAtMs;
  let number = base.through;
  let damage: string | null = null;
  const lost = (): ReplayedUpTo => {
    // Records after the damage were not written before this moment.
    if (untilMs !== null && atMs >= untilMs) return { number, atMs, isOver: true };
    const upTo = new Date(atMs).toISOString();
    throw new StoreError(`${damage}. Records after ${number} are lost: restore an earlier state with --at ${upTo}`);
  };
  const files = await journalFilesIn(place);
  for (const [index, { path }] of files.entries()) {
    // The base has all records of a file before this one.
    if ((files[index + 1]?.first ?? Number.POSITIVE_INFINITY) <= number + 1) continue;
    const onDamage = (text: string): void => {
      damage ??= text;
    };
    for await (const part of partsIn(path, onDamage)) {
      if (part.first <= number + 1) damage = null;
      else if (damage !== null) return lost();
      if (part.last <= number) continue;
      const bytes = await part.read();
      const replayed = await target.replay({ bytes, form: part.form, journalId, after: number, ...until });
      number = replayed.number;
      atMs = replayed.atMs ?? atMs;
      onProgress(bytes.length);
      if (replayed.isOver) return { number, atMs, isOver: true };
    }
  }
  return damage === null ? { number, atMs, isOver: false } : lost();
}
