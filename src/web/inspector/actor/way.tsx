import type { JSX } from "preact";
import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { StateWord } from "../parts/state-word.tsx";
import { actorRoom } from "../texts/en/actor.ts";
import { pathTaken } from "./path-taken.ts";

const text = textsOf("actor", actorRoom);

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
    <ol class="way" dir="ltr" aria-label={text("way")}>
      {way.length > shown.length && <li class="help">{text("before", { count: way.length - shown.length })}</li>}
      {shown.map((stay, index) => (
        <li key={index} aria-current={index === shown.length - 1 ? "true" : undefined}>
          <StateWord state={stay.state} />
        </li>
      ))}
    </ol>
  );
}
