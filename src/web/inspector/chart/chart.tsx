import { signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import { Failed } from "../../shared/parts/missing.tsx";
import { ChartView } from "./chart-view.tsx";

interface ChartProps {
  /** The hash of the chart; null: no chart. */
  readonly hash: string | null;
  /** The hash of the folded chart; null for a small chart. */
  readonly folded: string | null;
  readonly actor: string;
  readonly state: string;
  /** All steps up to the selected one, which is the last. */
  readonly steps: readonly InspectedStep[];
}

interface ReadChart {
  readonly hash: string;
  readonly chart: SVGSVGElement;
}

/** The choice applies to the big charts of all actors, until the reader changes it. */
const isUnfolded = signal(false);
const changeFold = (): void => {
  isUnfolded.value = !isUnfolded.value;
};

/** The chart of an actor's machine, with the current state and the transitions of the last step. */
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
  if (hash === null) return <p class="chart-pane empty">There is no chart, because its inspector sent none.</p>;
  if (value === null)
    return (
      <p class="chart-pane empty" aria-busy="true">
        Drawing the chart…
      </p>
    );
  if (value instanceof Error)
    return (
      <Failed look="chart-pane empty" onRetry={load}>
        The chart could not be shown. {value.message}
      </Failed>
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

/** Cached without a limit: a chart's address is the hash of its content. */
const read = new Map<string, Promise<Document>>();
const timeoutMs = 30_000;

/**
 * Resolves to the chart's picture for the page; rejects with words for people. The chart is requested as a document, because the page's
 * policy forbids markup from text. Its own colours are left out, because the page has two themes.
 */
async function readChart(hash: string): Promise<SVGSVGElement> {
  const asked = read.get(hash) ?? ask(hash);
  read.set(hash, asked);
  asked.catch(() => read.delete(hash));
  const { documentElement } = await asked;
  const copy = document.importNode(documentElement, true);
  if (!(copy instanceof SVGSVGElement)) throw new Error("The service answered something else than a chart.");
  return copy;
}

const ask = (hash: string): Promise<Document> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (words: string) => (): void => reject(new Error(words));
    request.open("GET", `/api/inspect/charts/${encodeURIComponent(hash)}`);
    request.responseType = "document";
    request.timeout = timeoutMs;
    request.onerror = fail("The service could not be reached.");
    request.ontimeout = fail("The chart took too long.");
    request.onload = () => {
      const { status, responseXML } = request;
      if (status === 404) fail("The service does not know this chart any more.")();
      else if (status !== 200) fail(`The service answered with status ${status}.`)();
      else if (responseXML === null || responseXML.documentElement.localName !== "svg")
        fail("The service answered something else than a chart.")();
      else resolve(plain(responseXML));
    };
    request.send();
  });

function plain(chart: Document): Document {
  for (const style of chart.querySelectorAll("style")) style.remove();
  return chart;
}
