import type { JSX } from "preact";
import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import { counted } from "../../../core/counted.ts";
import { isWatched } from "../data/steps.ts";
import type { Difference } from "./difference.ts";
import { differenceOf, wholeOf } from "./difference.ts";
import { Tree } from "./tree.tsx";

interface ContextProps {
  /** The selected step, or null. */
  readonly step: InspectedStep | null;
  /** Whether the step is the newest. */
  readonly isNewest: boolean;
  /** The present context. */
  readonly present: unknown;
}

/** The context of the actor, with the changes by the step. */
export function Context({ step, isNewest, present }: ContextProps): JSX.Element {
  const isSeen = step !== null && isWatched(step);
  const whole = isSeen ? differenceOf("context", step.contextBefore ?? {}, step.context) : wholeOf("context", present);
  const changed = countChanges(whole);
  return (
    <section class="context">
      <h3>{isSeen || isNewest || step === null ? "Context" : "Context now"}</h3>
      <p class="help">
        {isSeen
          ? wordsOfChanges(changed)
          : "Only the current context is known. Changes of a step are visible only to a watcher of that moment."}
      </p>
      {(whole.parts ?? []).map((part) => (
        <Tree key={part.name} of={part} isOpen={false} />
      ))}
    </section>
  );
}

const countChanges = ({ change, parts }: Difference): number =>
  change === "inside" ? (parts ?? []).reduce((sum, part) => sum + countChanges(part), 0) : Number(change !== "same");

const wordsOfChanges = (count: number): string =>
  `As it is after this step, which changed ${count === 0 ? "nothing" : counted(count, "thing")} in it.`;
