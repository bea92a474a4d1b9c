import { makePlan } from "./plan/make-plan.ts";
import { switchOn } from "./planted/switch.ts";
import { runPlan } from "./run-plan.ts";

/** Seeds that one thread plays, one after the other. */
export interface SeedShare {
  readonly fromSeed: number;
  readonly seeds: number;
  /** Of another thread, so that failures are found in the order of the seeds. */
  readonly step: number;
  /** Which planted bug is in the service; none when absent. */
  readonly bug?: string;
}

export interface SeedPlayed {
  readonly seed: number;
  readonly lines: number;
  /** What no promise allows; empty when all are kept. */
  readonly faults: readonly string[];
}

/** Plays the share; ends with the first seed that breaks a promise. What the service throws is a broken promise, too. */
export async function playSeeds(
  { fromSeed, seeds, step, bug }: SeedShare,
  played: (one: SeedPlayed) => void,
): Promise<void> {
  switchOn(bug);
  try {
    for (let seed = fromSeed; seed < fromSeed + seeds * step; seed += step) {
      const { lines, faults } = await playSeed(seed);
      played({ seed, lines: lines.length, faults });
      if (faults.length > 0) return;
    }
  } finally {
    switchOn(undefined);
  }
}

export function playSeed(seed: number): ReturnType<typeof runPlan> {
  return runPlan(makePlan(seed)).catch((error: unknown) => ({
    lines: [],
    faults: [`the run threw ${error instanceof Error ? error.stack : String(error)}`],
  }));
}
