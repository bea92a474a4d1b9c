import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import { lengthOf } from "../parts/moments.ts";
import { wordsOf } from "../parts/tone.ts";

/** A step on the time line. */
export interface Mark {
  readonly step: InspectedStep;
  /** Whether the step led to another state. */
  readonly isMove: boolean;
  /** The long pause before the step, in words; null after a short pause. */
  readonly gap: string | null;
}

/** Marks are spaced by order, not by time, so that longer pauses get a text. */
const gapMinMs = 1_000;

export const marksOf = (steps: readonly InspectedStep[]): readonly Mark[] =>
  steps.map((step, index) => {
    const before = steps[index - 1];
    const passedMs = before === undefined ? 0 : step.atMs - before.atMs;
    return {
      step,
      isMove: step.before !== step.after,
      gap: passedMs >= gapMinMs ? lengthOf(passedMs) : null,
    };
  });

/** "attempting to failed", "stays attempting", "begins as pending". */
export function moveWords({ before, after }: InspectedStep): string {
  if (before === null) return `begins as ${wordsOf(after)}`;
  if (before === after) return `stays ${wordsOf(after)}`;
  return `${wordsOf(before)} to ${wordsOf(after)}`;
}
