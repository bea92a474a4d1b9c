import { randomUUID } from "node:crypto";
import type { IndexState } from "../../../workers/archive/archive.types.ts";
import { IndexChangedError } from "../../ports/archive-index.ts";
import type { Queries } from "./transaction.ts";

/** The version of the index. It grows when older indexes are of no use, such as after a change in how words are split. */
const formatVersion = 1;

interface StateRow {
  readonly format: number;
  readonly id: string;
  readonly changes: string;
  readonly rebuilt_down_to: string | null;
}

const stateOf = ({ id, changes, rebuilt_down_to: downTo }: StateRow): IndexState => ({
  ...{ id, changes: Number(changes) },
  rebuiltDownTo: downTo === null ? null : Number(downTo),
});

const columns = "format, id, changes::text, rebuilt_down_to::text";

/** Null when no index exists yet. */
export async function readState(queries: Queries): Promise<IndexState | null> {
  const { rows } = await queries.query<StateRow>(`SELECT ${columns} FROM parley.archive_state`);
  const [row] = rows;
  if (row === undefined || row.format < formatVersion) return null;
  if (row.format === formatVersion) return stateOf(row);
  throw new Error(
    `The archive's index was written by a newer version of this service: it has format ${row.format}, expected ${formatVersion}`,
  );
}

/** Replaces the known index `before` with an empty one. Runs in a transaction. Throws IndexChangedError. */
export async function beginState(queries: Queries, before: IndexState | null): Promise<IndexState> {
  const begun = await queries.query<StateRow>(
    `INSERT INTO parley.archive_state AS known (format, id, changes, rebuilt_down_to) VALUES ($1, $2, 0, NULL)
      ON CONFLICT (is_only) DO UPDATE SET (format, id, changes, rebuilt_down_to) = ($1, $2, 0, NULL)
      WHERE known.format < $1 OR known.id = $3 RETURNING ${columns}`,
    [formatVersion, randomUUID(), before?.id ?? null],
  );
  const [row] = begun.rows;
  if (row === undefined) throw new IndexChangedError("Another process began an index of the archive");
  await queries.query("TRUNCATE parley.archive_text");
  return stateOf(row);
}

/** Counts one change of the known index. Runs in the transaction of the change. Throws IndexChangedError. */
export async function advanceState(
  queries: Queries,
  { id, changes }: IndexState,
  rebuiltDownTo: number | undefined,
): Promise<IndexState> {
  const advanced = await queries.query<StateRow>(
    `UPDATE parley.archive_state SET changes = changes + 1, rebuilt_down_to = coalesce($3, rebuilt_down_to)
      WHERE format = $4 AND id = $1 AND changes = $2 RETURNING ${columns}`,
    [id, changes, rebuiltDownTo ?? null, formatVersion],
  );
  const [row] = advanced.rows;
  if (row === undefined) throw new IndexChangedError("Another process changed the archive's index");
  return stateOf(row);
}
