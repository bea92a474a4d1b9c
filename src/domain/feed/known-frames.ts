import type { FeedEntry, Key, Row, StoredRows, TableName, Write } from "../../ports/store.ts";
import type { ReadEntry, ShownLimits } from "./desk-frames.ts";
import { readEntry } from "./desk-frames.ts";

/**
 * Frames of a commit that nobody needs to read from the store, by the index of their entry: each shows its chat or message as the commit left it.
 * `undefined` where the entry is to be read; null for what is gone or damaged.
 */
export type KnownFrames = (index: number) => Promise<ReadEntry | null> | undefined;

export const toBeRead: KnownFrames = () => undefined;

/**
 * Of a commit of this node: made of the rows that it wrote, when the first one asks. Rows that it did not write are read; those that a frame
 * shows beside its own never change once they are stored, or only together with it.
 */
export function framesOf(
  entries: readonly FeedEntry[],
  writes: readonly Write[],
  durable: StoredRows,
  limits: ShownLimits,
): KnownFrames {
  const frames: (Promise<ReadEntry | null> | undefined)[] = [];
  let rows: StoredRows | null = null;
  const make = async (entry: FeedEntry): Promise<ReadEntry | null> => {
    rows ??= readOver(writes, durable);
    const read = await readEntry(rows, entry, limits);
    return read && encodedOnce(read);
  };
  return (index) => {
    const entry = entries[index];
    if (entry !== undefined) frames[index] ??= make(entry);
    return frames[index];
  };
}

/** It stands under one cursor, for the desks of this node and for all others. */
function encodedOnce({ revision, encode }: ReadEntry): ReadEntry {
  let text: string | null = null;
  return {
    revision,
    encode(cursor) {
      text ??= encode(cursor);
      return text;
    },
  };
}

/** The tables of which frames are made. */
const shownTables: ReadonlySet<TableName> = new Set<TableName>(["actor", "message"]);

/** The rows as they are behind these writes. */
function readOver(writes: readonly Write[], durable: StoredRows): StoredRows {
  const written = new Map<string, Write["row"]>();
  for (const { table, key, row } of writes) if (shownTables.has(table)) written.set(nameOf(table, key), row);
  return {
    async read<Table extends TableName>(table: Table, key: Key<Table>) {
      const row = written.get(nameOf(table, key));
      // Its name tells the table.
      return row === undefined ? durable.read(table, key) : ((row ?? undefined) as Row<Table> | undefined);
    },
  };
}

const nameOf = (table: TableName, key: Key<TableName>): string => `${table} ${key.join(" ")}`;
