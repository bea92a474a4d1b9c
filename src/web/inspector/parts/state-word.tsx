import type { JSX } from "preact";
import { toneOf, wordsOf } from "./tone.ts";

interface StateWordProps {
  readonly state: string;
}

/** The name of a state, with the colour of its meaning. */
export const StateWord = ({ state }: StateWordProps): JSX.Element => (
  <span class={`state-word ${toneOf(state)}`}>{wordsOf(state)}</span>
);
