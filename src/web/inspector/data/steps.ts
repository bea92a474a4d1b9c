import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import type { StepPlace } from "../shell/place.ts";

/** The limit is more than a page can show. The oldest steps are dropped first. */
const stepsMax = 1_000;

const keyOf = ({ revision, index }: StepPlace): string => `${revision}.${index}`;

/** Merges steps in their order, each once. A watched step has more facts than a stored one, and wins. */
export function mergeSteps(known: readonly InspectedStep[], more: readonly InspectedStep[]): readonly InspectedStep[] {
  const steps = new Map(known.map((step) => [keyOf(step), step]));
  for (const step of more) {
    const before = steps.get(keyOf(step));
    if (before === undefined || !isWatched(before)) steps.set(keyOf(step), step);
  }
  return [...steps.values()].sort((a, b) => a.revision - b.revision || a.index - b.index).slice(-stepsMax);
}

/** Whether the context before and after the step is known. */
export const isWatched = (step: InspectedStep): boolean => "context" in step;

export const isAt = (step: InspectedStep, { revision, index }: StepPlace): boolean =>
  step.revision === revision && step.index === index;

/** The index of a step; -1 if it is missing. */
export const placeAmong = (steps: readonly InspectedStep[], place: StepPlace): number =>
  steps.findIndex((step) => isAt(step, place));
