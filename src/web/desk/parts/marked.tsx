import type { JSX } from "preact";
import { highlight, shorten } from "./highlight.ts";

interface MarkedProps {
  readonly text: string;
  /** The search text; its words are marked. */
  readonly question: string;
  /** The line has room for a few words only. */
  readonly isShort?: boolean;
}

/** A literal text with marked search words. */
export function Marked({ text, question, isShort = false }: MarkedProps): JSX.Element {
  const pieces = highlight(text, question);
  return (
    <>
      {(isShort ? shorten(pieces) : pieces).map(({ text: piece, isFound }, index) =>
        // Pieces have no ids, so that their index is the key.
        isFound ? <mark key={`${index}`}>{piece}</mark> : piece,
      )}
    </>
  );
}
