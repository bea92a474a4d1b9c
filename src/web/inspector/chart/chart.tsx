import { signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { chartRoom } from "../texts/en/chart.ts";
import { ChartView } from "./chart-view.tsx";
import { readChart } from "./read-chart.ts";

const text = textsOf("chart", chartRoom);

interface ChartProps {
  /** Of what is drawn; null: there is no chart. */
  readonly hash: string | null;
  /** Of the same chart folded; null: it is a small one. */
  readonly folded: string | null;
  readonly actor: string;
  readonly state: string;
  /** Up to the one that is looked at, which is the last. */
  readonly steps: readonly InspectedStep[];
}

interface ReadChart {
  readonly hash: string;
  readonly chart: SVGSVGElement;
}

/** Big charts show everything, whichever actor is looked at: until somebody folds them again. */
const isUnfolded = signal(false);
const changeFold = (): void => {
  isUnfolded.value = !isUnfolded.value;
};

/** The chart of an actor's machine, with where it is and how it came there. */
export function Chart({ hash: whole, folded, ...shown }: ChartProps): JSX.Element {
  const isFolded = folded !== null && !isUnfolded.value;
  const hash = isFolded ? folded : whole;
  const read = useSignal<ReadChart | Error | null>(null);
  const load = (): (() => void) => {
    let isLeft = false;
    read.value = null;
    if (hash !== null)
      readChart(hash).then(
        (chart) => {
          if (!isLeft) read.value = { hash, chart };
        },
        (error: unknown) => {
          if (!isLeft) read.value = error instanceof Error ? error : new Error(String(error));
        },
      );
    return () => {
      isLeft = true;
    };
  };
  useEffect(load, [hash]);
  const { value } = read;
  if (hash === null) return <p class="chart-pane empty">{text("noChart")}</p>;
  if (value === null)
    return (
      <p class="chart-pane empty" aria-busy="true">
        {text("drawing")}
      </p>
    );
  if (value instanceof Error)
    return (
      <div class="chart-pane empty" role="alert">
        <p>{text("notShown", { reason: value.message })}</p>
        <button type="button" onClick={() => load()}>
          {text("tryAgain")}
        </button>
      </div>
    );
  return (
    <ChartView
      key={value.chart}
      hash={value.hash}
      chart={value.chart}
      fold={folded === null ? null : { isFolded: value.hash === folded, change: changeFold }}
      {...shown}
    />
  );
}
