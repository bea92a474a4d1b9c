import { makePlan } from "./plan/make-plan.ts";
import type { Plan } from "./plan/plan.ts";
import { shrink } from "./plan/shrink.ts";
import { runPlan } from "./run-plan.ts";

const linesShown = 60;

const faultsOf = async (plan: Plan): Promise<readonly string[]> =>
  (await runPlan(plan).catch((error: unknown) => ({ faults: [String(error)] }))).faults;

/** Describes a failing seed for a reader: the smallest plan found that still breaks a promise, its faults, and its history. */
export async function explainSeed(seed: number): Promise<readonly string[]> {
  const whole = makePlan(seed);
  const smallest = await shrink(whole, async (plan) => (await faultsOf(plan)).length > 0);
  const { faults, lines } = await runPlan(smallest);
  return [
    `seed ${seed}: ${faults[0] ?? "no promise is broken"}`,
    ...faults.slice(1),
    "",
    `shrunk to ${smallest.people.length} of ${whole.people.length} people and ${smallest.faults.length} of ${whole.faults.length} faults; to pin it:`,
    JSON.stringify(smallest),
    "",
    ...lines.slice(-linesShown),
    "",
    `again: npm run simulate -- --seed ${seed} --seeds 1`,
  ];
}
