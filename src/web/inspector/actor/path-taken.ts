import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";

interface Stay {
  readonly state: string;
  /** How many steps entered this state, or stayed in it. */
  readonly steps: number;
}

/** The states that the steps went through, oldest first. */
export function pathTaken(steps: readonly InspectedStep[]): readonly Stay[] {
  const stays: { state: string; steps: number }[] = [];
  for (const { before, after } of steps) {
    if (stays.length === 0 && before !== null) stays.push({ state: before, steps: 0 });
    const last = stays.at(-1);
    if (last?.state === after) last.steps += 1;
    else stays.push({ state: after, steps: 1 });
  }
  return stays;
}
