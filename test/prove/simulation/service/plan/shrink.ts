import type { Plan } from "./plan.ts";

/** The maximum number of runs, because a person waits for them. */
const runsMax = 120;
const shortestMs = 1_000;

/** Returns the plans without one fault or one person, and the plan with half the work time. */
function smallerThan(plan: Plan): readonly Plan[] {
  const without = <Item>(list: readonly Item[], index: number): readonly Item[] => list.toSpliced(index, 1);
  return [
    ...plan.faults.map((_, index) => ({ ...plan, faults: without(plan.faults, index) })),
    ...plan.people.map((_, index) => ({ ...plan, people: without(plan.people, index) })),
    ...(plan.workMs > shortestMs ? [{ ...plan, workMs: Math.floor(plan.workMs / 2) }] : []),
  ];
}

/** Returns the smallest plan that still fails. It is found by leaving out one part after the other. */
export async function shrink(plan: Plan, fails: (plan: Plan) => Promise<boolean>): Promise<Plan> {
  let smallest = plan;
  let runs = 0;
  for (let isSmaller = true; isSmaller && runs < runsMax; ) {
    isSmaller = false;
    for (const candidate of smallerThan(smallest)) {
      runs += 1;
      if (runs > runsMax || !(await fails(candidate))) continue;
      smallest = candidate;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}
