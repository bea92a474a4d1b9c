import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { InspectedStep } from "../../../codec/inspected.types.ts";
import { ChartView } from "./chart-view.tsx";
import { readChart } from "./read-chart.ts";

interface ChartProps {
  /** Of what is drawn; null: there is no chart. */
  readonly hash: string | null;
  readonly actor: string;
  readonly state: string;
  /** Up to the one that is looked at, which is the last. */
  readonly steps: readonly InspectedStep[];
}

/** The chart of an actor's machine, with where it is and how it came there. */
export function Chart({ hash, ...shown }: ChartProps): JSX.Element {
  const read = useSignal<SVGSVGElement | Error | null>(null);
  const load = (): (() => void) => {
    let isLeft = false;
    read.value = null;
    if (hash !== null)
      readChart(hash).then(
        (chart) => {
          if (!isLeft) read.value = chart;
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
  if (hash === null)
    return <p class="chart-pane empty">Nothing is known of its chart: whoever tells of it sent none.</p>;
  if (value === null)
    return (
      <p class="chart-pane empty" aria-busy="true">
        Drawing the chart…
      </p>
    );
  if (value instanceof Error)
    return (
      <div class="chart-pane empty" role="alert">
        <p>The chart could not be shown. {value.message}</p>
        <button type="button" onClick={() => load()}>
          Try again
        </button>
      </div>
    );
  return <ChartView key={hash} hash={hash} chart={value} {...shown} />;
}
