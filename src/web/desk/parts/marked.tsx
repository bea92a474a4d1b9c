import type { JSX } from "preact";
import { highlight } from "./highlight.ts";

interface MarkedProps {
  readonly text: string;
  /** Whose words are marked. */
  readonly question: string;
}

/** A text, literally, with what was looked for marked in it. */
export const Marked = ({ text, question }: MarkedProps): JSX.Element => (
  <>
    {highlight(text, question).map(({ text: piece, isFound }, index) =>
      // Pieces have no names: their place is what they are.
      isFound ? <mark key={`${index}`}>{piece}</mark> : piece,
    )}
  </>
);
