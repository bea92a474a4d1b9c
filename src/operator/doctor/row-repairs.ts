import { applyRepair } from "../../domain/check/apply-repair.ts";
import type { RowFinding } from "../../domain/check/finding.types.ts";
import type { Store } from "../../ports/store.ts";
import type { Report } from "./report.ts";

export interface RowRepairs {
  /** Whether rows may be written. Without it nothing is. */
  readonly repairs: boolean;
  /** Opens the store when there is something to repair. */
  openStore(): Promise<Pick<Store, "commit" | "close">>;
}

/** Tells every finding; of those that can be repaired what is done, before and after. */
export async function tellFindings(
  findings: readonly RowFinding[],
  { repairs, openStore }: RowRepairs,
  { tell }: Report,
): Promise<void> {
  if (findings.length === 0) return tell("ok", "Every row agrees with those that it names and that name it");
  if (!repairs) {
    for (const { level, text, repair } of findings)
      tell(level === "damaged" ? "DAMAGED" : level, repair === null ? text : `${text}; --repair mends it`);
    return;
  }
  for (const { level, text, repair } of findings)
    if (repair === null) tell(level === "damaged" ? "DAMAGED" : level, text);
  const mendable = findings.flatMap(({ text, repair }) => (repair === null ? [] : [{ text, repair }]));
  if (mendable.length === 0) return;
  const store = await openStore();
  try {
    for (const { text, repair } of mendable) {
      tell("note", `${text}. ${repair.what}: to be done`);
      const isDone = await applyRepair(store, repair);
      tell("repaired", isDone ? `${repair.what}: done` : `${text}: meanwhile it is not so any more`);
    }
  } finally {
    await store.close();
  }
}
