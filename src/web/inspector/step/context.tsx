import type { JSX } from "preact";
import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { isWatched } from "../data/steps.ts";
import { stepRoom } from "../texts/en/step.ts";
import type { Difference } from "./difference.ts";
import { differenceOf, wholeOf } from "./difference.ts";
import { Tree } from "./tree.tsx";

const text = textsOf("step", stepRoom);

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
      <h3>{text(isSeen || isNewest || step === null ? "context" : "contextNow")}</h3>
      <p class="help">{isSeen ? wordsOfChanges(changed) : text("onlyPresent")}</p>
      {(whole.parts ?? []).map((part) => (
        <Tree key={part.name} of={part} isOpen={false} />
      ))}
    </section>
  );
}

const countChanges = ({ change, parts }: Difference): number =>
  change === "inside" ? (parts ?? []).reduce((sum, part) => sum + countChanges(part), 0) : Number(change !== "same");

const wordsOfChanges = (count: number): string =>
  count === 0 ? text("changedNothing") : text("changed", { n: count });
