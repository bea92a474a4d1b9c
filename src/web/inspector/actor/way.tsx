import type { JSX } from "preact";
import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import { StateWord } from "../parts/state-word.tsx";
import { pathTaken } from "./path-taken.ts";

interface WayProps {
  readonly state: string;
  readonly steps: readonly InspectedStep[];
}

const shownMax = 5;

/** The chart in words: the earlier states of the actor, and the current state. */
export function Way({ state, steps }: WayProps): JSX.Element {
  const path = pathTaken(steps);
  const way = path.at(-1)?.state === state ? path : [...path, { state, steps: 0 }];
  const shown = way.slice(-shownMax);
  return (
    <ol class="way" aria-label="Earlier states">
      {way.length > shown.length && <li class="help">{way.length - shown.length} before …</li>}
      {shown.map((stay, index) => (
        <li key={index} aria-current={index === shown.length - 1 ? "true" : undefined}>
          <StateWord state={stay.state} />
        </li>
      ))}
    </ol>
  );
}
