import { isDeepStrictEqual } from "node:util";
import type { DeadlineName } from "../../actors/deadlines/deadline-heap.ts";
import type { Key, Row, TableName } from "../../ports/store.ts";

/** What is looked at: rows, each read by itself and in its time, and, of deadlines among them, whether they will fire. */
export interface LaneRows {
  read<Table extends TableName>(table: Table, key: Key<Table>): Promise<Row<Table> | undefined>;
  holds(deadline: DeadlineName): boolean;
}

/** A customer who writes all the time changes the chat's row as often; more often than this in a row it may wait for the next walk. */
const looksMax = 3;

/**
 * What a look finds wrong, if all it has seen still stood when it was done: then it was true in one moment. A lane that goes on while its
 * rows are read seems to stand still, as when its front was read before and the delivery after its end; one that stands still does not
 * change. What is found in order is not read twice.
 */
export async function lookSteadily<Fault>(
  rows: LaneRows,
  look: (rows: LaneRows) => Promise<Fault | null>,
): Promise<Fault | null> {
  for (let looked = 0; looked < looksMax; looked += 1) {
    const { noting, isUnchanged } = noteSeen(rows);
    const fault = await look(noting);
    if (fault === null || (await isUnchanged())) return fault;
  }
  return null;
}

/** The rows, and whether everything that was seen through `noting` is as it was: an actor's row has a new revision after each step. */
function noteSeen(rows: LaneRows): { readonly noting: LaneRows; isUnchanged(): Promise<boolean> } {
  const checks: (() => boolean | Promise<boolean>)[] = [];
  const noting: LaneRows = {
    async read(table, key) {
      const row = await rows.read(table, key);
      checks.push(async () => isDeepStrictEqual(await rows.read(table, key), row));
      return row;
    },
    holds(deadline) {
      const isHeld = rows.holds(deadline);
      checks.push(() => rows.holds(deadline) === isHeld);
      return isHeld;
    },
  };
  return {
    noting,
    isUnchanged: async () => (await Promise.all(checks.map((check) => check()))).every((isSame) => isSame),
  };
}
