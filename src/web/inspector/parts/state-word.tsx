import type { JSX } from "preact";
import { english } from "./english.ts";
import { toneOf, wordsOf } from "./tone.ts";

interface StateWordProps {
  readonly state: string;
}

/** A state by its word, with the colour of what it means beside it. */
export const StateWord = ({ state }: StateWordProps): JSX.Element => (
  <span class={`state-word ${toneOf(state)}`} {...(state === "" ? {} : english)}>
    {wordsOf(state)}
  </span>
);
