import type { ImageTarget, ReplayedUpTo } from "../../ports/image-target.ts";
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
  let done: ReplayedUpTo = { number: base.through, atMs: base.endedAtMs, isOver: false };
  for (const { path } of await journalFilesIn(place)) {
    for await (const part of partsIn(path)) {
      if (done.isOver) return done;
      if (part.last <= done.number) continue;
      const bytes = await part.read();
      const until = untilMs === null ? {} : { untilMs };
      const journal = { bytes, form: part.form, journalId, after: done.number, ...until };
      const { number, atMs, isOver } = await target.replay(journal);
      done = { number, atMs: atMs ?? done.atMs, isOver };
      onProgress(bytes.length);
    }
  }
  return done;
}
