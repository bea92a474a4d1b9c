import { isDeepStrictEqual } from "node:util";
import type { WaitingLimits } from "../codec/admin/admin-waiting.ts";
import { undamagedLater } from "../core/rows/damaged-rows.ts";
import type { FreshRows } from "../core/rows/fresh-rows.ts";
import type { Commits, Row, StoredRows } from "../ports/store.ts";
import type { Directory } from "./directory.ts";

/** From when on the desk shows the wait of a client as long, and as urgent. An administrator sets both for the whole service. */
export interface WaitingSetting {
  now(): WaitingLimits;
  /** Durable, and on its way to every desk, when it resolves. */
  set(limits: WaitingLimits): Promise<WaitingLimits>;
}

const fact = "waiting-limits";
/** The first minutes are calm. */
const defaults: WaitingLimits = { calmMs: 5 * 60_000, urgentMs: 15 * 60_000 };

/** Reads the stored limits. `freshRows` has the changes of other processes. */
export async function openWaitingSetting(
  store: Commits & StoredRows,
  freshRows: FreshRows,
  directory: Pick<Directory, "namesChanged">,
): Promise<WaitingSetting> {
  let limits = limitsIn(await undamagedLater(() => store.read("fact", [fact])));
  const take = (row: Row<"fact"> | null | undefined): void => {
    const next = limitsIn(row);
    if (isDeepStrictEqual(next, limits)) return;
    limits = next;
    directory.namesChanged();
  };
  const fresh = freshRows.keep("fact", {
    range: { after: [fact.slice(0, -1)], until: [`${fact}0`] },
    isKept: ([name]) => name === fact,
    take: (_, row) => take(row),
    takeAll: (rows) => take(rows.find(({ key }) => key[0] === fact)?.row),
  });
  return {
    now: () => limits,
    async set(wanted) {
      const row = { text: JSON.stringify(wanted) };
      await store.commit({}, () => [{ table: "fact", key: [fact], row }]);
      take(row);
      await fresh.changed([[fact]]);
      return limits;
    },
  };
}

const limitsIn = (row: Row<"fact"> | null | undefined): WaitingLimits =>
  row == null ? defaults : JSON.parse(row.text);
