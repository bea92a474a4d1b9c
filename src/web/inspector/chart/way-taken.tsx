import type { JSX } from "preact";
import type { DrawnElement } from "./light-up.ts";
import type { Lights } from "./lights.ts";

interface WayTakenProps {
  readonly lights: Lights<DrawnElement>;
}

/** The traced transitions in words, because the drawing may be out of sight. */
export function WayTaken({ lights: { traced, isSure } }: WayTakenProps): JSX.Element | null {
  if (!isSure) return <p class="chart-note">It took one of the marked ways. Which one is not stored.</p>;
  if (traced.length === 0) return null;
  const way = traced.map(({ words }) => words).join(", then ");
  return (
    <p class="chart-note" title={way}>
      <span class="hush">The way it took: </span>
      <span>{way}</span>
    </p>
  );
}
