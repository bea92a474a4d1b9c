import type { JSX } from "preact";
import { highlight } from "./highlight.ts";

interface MarkedProps {
  readonly text: string;
  /** The search text; its words are marked. */
  readonly question: string;
}

/** A literal text with marked search words. */
export const Marked = ({ text, question }: MarkedProps): JSX.Element => (
  <>
    {highlight(text, question).map(({ text: piece, isFound }, index) =>
      // Pieces have no ids, so that their index is the key.
      isFound ? <mark key={`${index}`}>{piece}</mark> : piece,
    )}
  </>
);
