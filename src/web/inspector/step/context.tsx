import type { JSX } from "preact";
import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import { isWatched } from "../data/steps.ts";
import type { Difference } from "./difference.ts";
import { differenceOf, wholeOf } from "./difference.ts";
import { Tree } from "./tree.tsx";

interface ContextProps {
  /** The step that is looked at; null without any. */
  readonly step: InspectedStep | null;
  /** Whether it is the newest. */
  readonly isNewest: boolean;
  /** As it is now. */
  readonly present: unknown;
}

/** What the actor remembers, with what the step changed in it. */
export function Context({ step, isNewest, present }: ContextProps): JSX.Element {
  const isSeen = step !== null && isWatched(step);
  const whole = isSeen ? differenceOf("context", step.contextBefore ?? {}, step.context) : wholeOf("context", present);
  const changed = countChanges(whole);
  return (
    <section class="context">
      <h3>Context {isSeen || isNewest || step === null ? "" : "now"}</h3>
      <p class="help">
        {isSeen
          ? wordsOfChanges(changed)
          : "Only its present context is known: what a step changes is seen by whoever watches it."}
      </p>
      {(whole.parts ?? []).map((part) => (
        <Tree key={part.name} of={part} isOpen={false} />
      ))}
    </section>
  );
}

const countChanges = ({ change, parts }: Difference): number =>
  change === "inside" ? (parts ?? []).reduce((sum, part) => sum + countChanges(part), 0) : Number(change !== "same");

function wordsOfChanges(count: number): string {
  if (count === 0) return "As it is after this step, which changed nothing in it.";
  return `As it is after this step, which changed ${count === 1 ? "1 thing" : `${count} things`} in it.`;
}
