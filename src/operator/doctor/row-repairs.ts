import type { RowFinding } from "../../domain/check/actor-facts.ts";
import { applyRepair } from "../../domain/check/apply-repair.ts";
import type { Store } from "../../ports/store.ts";
import type { Report } from "./report.ts";

/** What was read, and the mistakes in the references between rows. */
interface Look {
  /** Whether every row was readable. Only then are findings about references reliable. */
  readonly isWhole: boolean;
  readonly audit: { findings(): Iterable<RowFinding> };
}

export interface RowRepairs<Found extends Look> {
  /** Whether the repair may write rows. */
  readonly repairs: boolean;
  /** Reads all rows. */
  look(onNote: (text: string) => void): Promise<Found>;
  /** Opens the store. Called only if there is something to repair. */
  openStore(): Promise<Store>;
}

/** Reports every finding, and each repair before and after it. Returns the last reading. */
export async function lookAndMend<Found extends Look>(
  { repairs, look, openStore }: RowRepairs<Found>,
  report: Report,
): Promise<Found> {
  const found = await look((text) => report.tell("note", text));
  if (!found.isWhole) return found;
  const findings = [...found.audit.findings()];
  const mendable = findings.filter(({ repair }) => repair !== null);
  if (!repairs || mendable.length === 0) {
    tellFindings(findings, report);
    return found;
  }
  await mend(mendable, openStore, report);
  // The report after the repair must come from a new reading, not from the plan.
  const mended = await look(() => undefined);
  if (mended.isWhole) tellFindings([...mended.audit.findings()], report);
  return mended;
}

function tellFindings(findings: readonly RowFinding[], report: Report): void {
  if (findings.length === 0) report.tell("ok", "All references between rows are correct");
  for (const { level, text, repair } of findings) {
    const isDamage = level === "damaged";
    report.tell(isDamage ? "DAMAGED" : level, repair === null ? text : `${text}; --repair repairs it`);
    if (isDamage && repair !== null) report.countMendable();
  }
}

async function mend(
  mendable: readonly RowFinding[],
  openStore: RowRepairs<Look>["openStore"],
  { tell }: Report,
): Promise<void> {
  const store = await openStore();
  try {
    for (const { text, repair } of mendable) {
      if (repair === null) continue;
      tell("note", `${text}. ${repair.what}: to be done`);
      const isDone = await applyRepair(store, repair);
      tell("repaired", isDone ? `${repair.what}: done` : `${text}: this is no longer so, and nothing was changed`);
    }
  } finally {
    await store.close();
  }
}
