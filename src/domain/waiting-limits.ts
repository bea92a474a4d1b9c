import type { WaitingLimits } from "../codec/admin/admin-waiting.ts";
import type { FreshRows } from "../core/rows/fresh-rows.ts";
import type { Commits, StoredRows } from "../ports/store.ts";
import type { Directory } from "./directory.ts";
import { openStoredFact } from "./stored-fact.ts";

/** From when on the desk shows the wait of a client as long, and as urgent. An administrator sets both for the whole service. */
export interface WaitingSetting {
  now(): WaitingLimits;
  /** Durable, and on its way to every desk, when it resolves. */
  set(limits: WaitingLimits): Promise<WaitingLimits>;
}

/** The first minutes are calm. */
const initial: WaitingLimits = { calmMs: 5 * 60_000, urgentMs: 15 * 60_000 };

/** Reads the stored limits. `freshRows` has the changes of other processes. */
export async function openWaitingSetting(
  store: Commits & StoredRows,
  freshRows: FreshRows,
  directory: Pick<Directory, "namesChanged">,
): Promise<WaitingSetting> {
  const onChange = (): void => directory.namesChanged();
  const limits = await openStoredFact({ name: "waiting-limits", initial, onChange }, store, freshRows);
  return {
    now: limits.now,
    async set(wanted) {
      await limits.change(() => wanted);
      return limits.now();
    },
  };
}
