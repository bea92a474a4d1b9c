import { journalFilesIn, placesIn } from "../folder/folder-names.ts";
import { partsIn } from "../folder/journal-parts.ts";

/** A part of a journal, for `erasuresIn` of the store. */
export interface LaterPart {
  readonly bytes: Buffer;
  readonly journalId: number;
  /** Records up to this one do not count as later. */
  readonly after: number;
}

/** The point to which a store was restored. */
export interface RestoredPoint {
  readonly journalId: number;
  /** The last record of that journal in the restored store. */
  readonly number: number;
  /** The time of that record in Unix milliseconds. */
  readonly atMs: number;
}

/**
 * Yields everything that the journal has after this point, and everything that other journals of the folder wrote later. `onLost` is
 * called with a sentence for damage in which there may have been more.
 */
export async function* laterParts(
  folder: string,
  point: RestoredPoint,
  onLost: (damage: string) => void,
): AsyncGenerator<LaterPart> {
  for (const place of await placesIn(folder)) {
    const isOwn = place.journalId === point.journalId;
    const after = isOwn ? point.number : 0;
    let last = after;
    let damage: string | null = null;
    const onDamage = (text: string): void => {
      damage ??= text;
    };
    for (const { path } of await journalFilesIn(place)) {
      for await (const part of partsIn(path, onDamage)) {
        const isLater = isOwn ? part.last > point.number : part.lastAtMs > point.atMs;
        if (isLater && damage !== null && part.first > last + 1) onLost(damage);
        damage = null;
        last = Math.max(last, part.last);
        if (isLater) yield { bytes: await part.read(), journalId: place.journalId, after };
      }
    }
    if (damage !== null) onLost(damage);
  }
}
