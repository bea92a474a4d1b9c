import type { ActorKey } from "../../../machines/ids.ts";
import type { HistoryRow } from "../../ports/store.ts";
import type { HistoryEntry } from "./step-record.ts";
import { parseEntries, parseEntry } from "./text-row.ts";
import { unpackEntries, unpackEntry } from "./unpack-row.ts";

/** All entries of a row, actor by actor. Throws when the row is damaged. */
export const decodeEntries = (row: HistoryRow): readonly HistoryEntry[] =>
  row.packed === undefined ? parseEntries(row.entries) : unpackEntries(row.packed);

/** The entry of one actor in a row, found without reading the entries of the other actors. */
export const findEntry = (row: HistoryRow, actor: ActorKey): HistoryEntry | undefined =>
  row.packed === undefined ? parseEntry(row.entries, actor) : unpackEntry(row.packed, actor);
