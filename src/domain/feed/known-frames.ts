import type { FeedEntry, Key, Row, StoredRows, TableName, Write } from "../../ports/store.ts";
import type { ReadEntry, ShownLimits } from "./desk-frames.ts";
import { readEntry } from "./desk-frames.ts";

/**
 * Frames of a commit that need no read from the store, by the index of their entry. Each shows the state of its chat or message
 * after the commit. `undefined` when the entry must be read; null for a deleted or damaged row.
 */
export type KnownFrames = (index: number) => Promise<ReadEntry | null> | undefined;

export const toBeRead: KnownFrames = () => undefined;

/**
 * The frames of a commit of this node. They are built from the rows that it wrote, at the first call. Other rows are read: the
 * additional rows of a frame never change once they are stored, or only together with the frame's own row.
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

/** Encodes the frame once: it has one cursor, for the desks of all nodes. */
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

/** The tables from which frames are built. */
const shownTables: ReadonlySet<TableName> = new Set<TableName>(["actor", "message"]);

/** The rows as they are after these writes. */
function readOver(writes: readonly Write[], durable: StoredRows): StoredRows {
  const written = new Map<string, Write["row"]>();
  for (const { table, key, row } of writes) if (shownTables.has(table)) written.set(nameOf(table, key), row);
  return {
    async read<Table extends TableName>(table: Table, key: Key<Table>) {
      const row = written.get(nameOf(table, key));
      // The row belongs to the table that its name contains.
      return row === undefined ? durable.read(table, key) : ((row ?? undefined) as Row<Table> | undefined);
    },
  };
}

const nameOf = (table: TableName, key: Key<TableName>): string => `${table} ${key.join(" ")}`;
