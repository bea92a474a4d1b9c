import { signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import { Failed } from "../../shared/parts/missing.tsx";
import { wordsOf } from "../parts/tone.ts";
import type { PaneSize } from "./camera.ts";
import { usePaneSize } from "./camera.ts";
import { ChartFrame } from "./chart-view.tsx";

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

/** What a chart shows: the part around the current state, the names of all states, or everything. */
type ChartView = "near" | "whole" | "all";

/** The choice applies to the charts of all actors, until the reader changes it. Null: as much as can be read. */
const chosen = signal<ChartView | null>(null);

/** Below this size in pixels, events are hard to read. */
const eventPxMin = 12;
/** As in `styles/chart.css`: the size of an event's name in a chart's own units, and the height of the bars above and below the chart. */
const eventUnits = { folded: 14, all: 12 };
const barsPx = 80;

/** Whether the events of the whole chart are too small when all of it is visible. */
function isTooSmall(chart: SVGSVGElement, { width, height }: PaneSize): boolean {
  const box = chart.viewBox.baseVal;
  const scale = Math.min(1, width / box.width, (height - barsPx) / box.height);
  return scale * eventUnits[chart.classList.contains("folded") ? "folded" : "all"] < eventPxMin;
}

/** The chart of an actor's machine, with the current state and the transitions of the last step. */
export function Chart({ hash: full, folded, state, ...shown }: ChartProps): JSX.Element {
  const holder = useRef<HTMLDivElement>(null);
  const size = usePaneSize(holder).value;
  const choice = chosen.value;
  const whole = useReadChart(choice === "all" ? full : (folded ?? full));
  const isTight = whole.chart !== null && size !== null && isTooSmall(whole.chart, size);
  const isNear = choice === "near" || (choice === null && isTight);
  const near = useReadChart(isNear && full !== null ? `${full}?near=${encodeURIComponent(state)}` : null);
  // A state that fits no machine has no neighbours.
  const { name, chart, failure, retry } = isNear && near.failure?.status !== 404 ? near : whole;
  return (
    <div ref={holder} class="chart-holder">
      {full === null && <p class="chart-pane empty">There is no chart, because its inspector sent none.</p>}
      {full !== null && failure !== null && (
        <Failed look="chart-pane empty" onRetry={retry}>
          The chart could not be shown. {failure.message}
        </Failed>
      )}
      {full !== null && failure === null && (chart === null || name === null || size === null) && (
        <p class="chart-pane empty" aria-busy="true">
          Drawing the chart…
        </p>
      )}
      {failure === null && chart !== null && name !== null && size !== null && (
        <ChartFrame key={chart} name={name} chart={chart} state={state} {...shown}>
          <Choice of={isNear ? "near" : (choice ?? "whole")} hasAll={folded !== null} />
        </ChartFrame>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly of: ChartView;
  /** False for a small chart, which always shows everything. */
  readonly hasAll: boolean;
}

const views = [
  ["near", "Near"],
  ["whole", "Whole"],
  ["all", "All events"],
] as const;

const Choice = ({ of, hasAll }: ChoiceProps): JSX.Element => (
  <fieldset class="segmented">
    <legend class="hush">Shown part of the chart</legend>
    {views
      .filter(([view]) => hasAll || view !== "all")
      .map(([view, words]) => (
        <button key={view} type="button" aria-pressed={view === of} onClick={() => (chosen.value = view)}>
          {words}
        </button>
      ))}
  </fieldset>
);

interface ReadChart {
  /** The hash of the chart, and its part. Null until a chart was read. */
  readonly name: string | null;
  /** The last read chart, also while another one is read. */
  readonly chart: SVGSVGElement | null;
  readonly failure: ChartFailure | null;
  readonly retry: () => void;
}

/** Null reads nothing. */
function useReadChart(name: string | null): ReadChart {
  const last = useSignal<Pick<ReadChart, "name" | "chart" | "failure">>({ name: null, chart: null, failure: null });
  const load = (): (() => void) => {
    let isLeft = false;
    if (name !== null)
      readChart(name).then(
        (chart) => {
          if (!isLeft) last.value = { name, chart, failure: null };
        },
        (error: unknown) => {
          const failure = error instanceof ChartFailure ? error : new ChartFailure(String(error));
          if (!isLeft) last.value = { name: null, chart: null, failure };
        },
      );
    return () => {
      isLeft = true;
    };
  };
  useEffect(load, [name]);
  return { ...last.value, retry: () => void load() };
}

class ChartFailure extends Error {
  readonly status: number | null;

  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}

/** Cached without a limit: a chart's address is the hash of its content. */
const read = new Map<string, Promise<Document>>();
const timeoutMs = 30_000;

/**
 * Resolves to the chart's picture for the page; rejects with words for people. The chart is requested as a document, because the page's
 * policy forbids markup from text. Its own colours are left out, because the page has two themes.
 */
async function readChart(name: string): Promise<SVGSVGElement> {
  const asked = read.get(name) ?? ask(name);
  read.set(name, asked);
  asked.catch(() => read.delete(name));
  const { documentElement } = await asked;
  const copy = document.importNode(documentElement, true);
  if (!(copy instanceof SVGSVGElement)) throw new ChartFailure("The service answered something else than a chart.");
  return copy;
}

const ask = (name: string): Promise<Document> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (words: string) => (): void => reject(new ChartFailure(words, request.status));
    request.open("GET", `/api/inspect/charts/${name}`);
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

/** The style is the page's own. The names of states are spelled as everywhere on the page. */
function plain(chart: Document): Document {
  for (const style of chart.querySelectorAll("style")) style.remove();
  const paths = [...chart.querySelectorAll("g.state")].map((state) => state.getAttribute("data-state") ?? "");
  const names = new Set(paths.flatMap((path) => path.split(".")).filter((name) => name.includes("_")));
  if (names.size === 0) return chart;
  for (const text of chart.querySelectorAll("text.name, title"))
    text.textContent = (text.textContent ?? "").replace(/[\w-]+/g, (word) => (names.has(word) ? wordsOf(word) : word));
  return chart;
}
