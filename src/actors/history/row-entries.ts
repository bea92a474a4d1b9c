import type { ActorKey } from "../../../machines/ids.ts";
import type { HistoryRow } from "../../ports/store.ts";
import type { HistoryEntry } from "./step-record.ts";
import { parseEntries, parseEntry } from "./text-row.ts";
import { unpackEntries, unpackEntry } from "./unpack-row.ts";

/** Everything a row has, actor by actor. Throws when it is not as it was written. */
export const decodeEntries = (row: HistoryRow): readonly HistoryEntry[] =>
  row.packed === undefined ? parseEntries(row.entries) : unpackEntries(row.packed);

/** What a row has of one actor, found without reading what it has of others. */
export const findEntry = (row: HistoryRow, actor: ActorKey): HistoryEntry | undefined =>
  row.packed === undefined ? parseEntry(row.entries, actor) : unpackEntry(row.packed, actor);
