import type { JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import { english } from "../parts/english.ts";
import { chartRoom } from "../texts/en/chart.ts";
import type { DrawnElement } from "./light-up.ts";
import type { Lights } from "./lights.ts";

const text = textsOf("chart", chartRoom);

interface WayTakenProps {
  readonly lights: Lights<DrawnElement>;
}

/** The traced transitions in words, because the drawing may be out of sight. */
export function WayTaken({ lights: { traced, isSure } }: WayTakenProps): JSX.Element | null {
  if (!isSure) return <p class="chart-note">{text("notSure")}</p>;
  if (traced.length === 0) return null;
  const way = traced.map(({ words }) => words).join(", then ");
  return (
    <p class="chart-note" dir="ltr" title={way}>
      <span class="hush">{text("theWay")} </span>
      <span {...english}>{way}</span>
    </p>
  );
}
