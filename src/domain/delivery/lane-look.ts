import { isDeepStrictEqual } from "node:util";
import type { DeadlineName } from "../../actors/deadlines/scheduler.ts";
import type { Key, Row, TableName } from "../../ports/store.ts";

/** Reads single rows, each at its own time, and knows whether a deadline will fire. */
export interface LaneRows {
  read<Table extends TableName>(table: Table, key: Key<Table>): Promise<Row<Table> | undefined>;
  holds(deadline: DeadlineName): boolean;
}

/** The maximum of looks. A customer who writes all the time keeps changing the chat's row; such a chat waits for the next walk. */
const looksMax = 3;

/**
 * Returns the fault that a look finds, if no row has changed during the look: then the fault was true at one moment. A lane that
 * moves while its rows are read may seem stuck. An example: its front was read before the end of a delivery, and the delivery was
 * read after that end. A stuck lane does not change. A look without a fault is not repeated.
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

/** The rows, and whether all rows that were read through `noting` are unchanged: each step gives an actor's row a new revision. */
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
