import { makePlan } from "./plan/make-plan.ts";
import { switchOn } from "./planted/switch.ts";
import { runPlan } from "./run-plan.ts";

/** The seeds that one thread plays, one after the other. */
export interface SeedShare {
  readonly fromSeed: number;
  readonly seeds: number;
  /** The step from one seed to the next. The seeds between belong to other threads, so that failures are found in the order of seeds. */
  readonly step: number;
  /** The planted bug in the service; no bug when absent. */
  readonly bug?: string;
}

export interface SeedPlayed {
  readonly seed: number;
  readonly lines: number;
  /** The broken promises; empty when all promises are kept. */
  readonly faults: readonly string[];
}

/** Plays the share until the first seed that breaks a promise. An error that the service throws is also a broken promise. */
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
