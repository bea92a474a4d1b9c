import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import type { StepPlace } from "../shell/place.ts";

/** More than a page can show; the oldest go first. */
const stepsMax = 1_000;

const keyOf = ({ revision, index }: StepPlace): string => `${revision}.${index}`;

/** In the order they were taken, none twice. What was watched of a step says more than what is kept of it. */
export function mergeSteps(known: readonly InspectedStep[], more: readonly InspectedStep[]): readonly InspectedStep[] {
  const steps = new Map(known.map((step) => [keyOf(step), step]));
  for (const step of more) {
    const before = steps.get(keyOf(step));
    if (before === undefined || !isWatched(before)) steps.set(keyOf(step), step);
  }
  return [...steps.values()].sort((a, b) => a.revision - b.revision || a.index - b.index).slice(-stepsMax);
}

/** Whether the context is known as it was before and after it. */
export const isWatched = (step: InspectedStep): boolean => "context" in step;

/** Where a step stands among others; -1 for one that is not there. */
export const placeAmong = (steps: readonly InspectedStep[], { revision, index }: StepPlace): number =>
  steps.findIndex((step) => step.revision === revision && step.index === index);
