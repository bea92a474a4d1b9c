import { journalFilesIn, placesIn } from "../folder/folder-names.ts";
import { partsIn } from "../folder/journal-parts.ts";

/** Some of a journal, as `erasuresIn` of the store searches it. */
export interface LaterPart {
  readonly bytes: Buffer;
  readonly journalId: number;
  /** Records up to this one are not later. */
  readonly after: number;
}

/** What a store was restored to. */
export interface RestoredPoint {
  readonly journalId: number;
  /** The last record of that journal that it holds. */
  readonly number: number;
  /** When that one was written. Unix milliseconds. */
  readonly atMs: number;
}

/** All that journals of the backup folder have behind this point; of other journals, what was written later. */
export async function* laterParts(folder: string, point: RestoredPoint): AsyncGenerator<LaterPart> {
  for (const place of await placesIn(folder)) {
    const isOwn = place.journalId === point.journalId;
    for (const { path } of await journalFilesIn(place)) {
      for await (const part of partsIn(path)) {
        const isLater = isOwn ? part.last > point.number : (part.lastAtMs ?? Number.POSITIVE_INFINITY) > point.atMs;
        if (!isLater) continue;
        yield { bytes: await part.read(), journalId: place.journalId, after: isOwn ? point.number : 0 };
      }
    }
  }
}
