import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import { explained, named } from "../../shared/ui/tooltip.ts";
import { ChartPicture } from "../export/chart-picture-button.tsx";
import { wordsOf } from "../parts/tone.ts";
import type { Camera } from "./camera.ts";
import { createCamera, usePaneSize } from "./camera.ts";
import type { DrawnElement, Lights } from "./lights.ts";
import { lightsOf, lightUp, transitionsOf } from "./lights.ts";
import { hearUnfolding, markUnfolded, Unfolded } from "./unfolded.tsx";
import type { Box, Point } from "./view.ts";
import { scaleOf } from "./view.ts";

/** Wheel events count pixels, lines or pages. This many pixels double the size. */
const doublingPixels = 240;
const pixelsOfLine = 16;

/** Drags and zooms by the pointer; two fingers or Ctrl and the wheel zoom. The wheel alone scrolls the page. Returns a function that stops listening. */
function hearPointer(pane: HTMLElement, chart: SVGSVGElement, camera: Camera): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let held: { readonly id: number; x: number; y: number } | null = null;
  const wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : pixelsOfLine);
    camera.zoom(2 ** (-pixels / doublingPixels), pointOf(chart, event));
  };
  const take = (event: PointerEvent): void => {
    if (event.button !== 0 || (event.target as Element).closest("button") !== null) return;
    held = { id: event.pointerId, x: event.clientX, y: event.clientY };
    pane.setPointerCapture(event.pointerId);
    pane.classList.add("is-dragged");
  };
  const drag = (event: PointerEvent): void => {
    if (held === null || event.pointerId !== held.id) return;
    camera.drag(event.clientX - held.x, event.clientY - held.y);
    held = { ...held, x: event.clientX, y: event.clientY };
  };
  const leave = (event: PointerEvent): void => {
    if (event.pointerId !== held?.id) return;
    held = null;
    pane.classList.remove("is-dragged");
  };
  pane.addEventListener("wheel", wheel, { signal, passive: false });
  pane.addEventListener("pointerdown", take, { signal });
  pane.addEventListener("pointermove", drag, { signal });
  pane.addEventListener("pointerup", leave, { signal });
  pane.addEventListener("pointercancel", leave, { signal });
  return () => listening.abort();
}

function pointOf(chart: SVGSVGElement, { clientX, clientY }: MouseEvent): Point | undefined {
  const matrix = chart.getScreenCTM()?.inverse();
  return matrix === undefined ? undefined : new DOMPoint(clientX, clientY).matrixTransform(matrix);
}

interface ChartFrameProps {
  /** The hash of the chart, and its part. */
  readonly name: string;
  readonly chart: SVGSVGElement;
  readonly actor: string;
  readonly state: string;
  readonly steps: readonly InspectedStep[];
  /** Further buttons. */
  readonly children: ComponentChildren;
}

/** A chart that the reader moves and zooms by dragging, by Ctrl and the wheel, by buttons and by keys. Nothing covers the chart. */
export function ChartFrame({ name, chart, actor, state, steps, children }: ChartFrameProps): JSX.Element {
  const pane = useRef<HTMLDivElement>(null);
  const size = usePaneSize(pane);
  const isFolded = chart.classList.contains("folded");
  const isNear = chart.classList.contains("near");
  /** The path of the state whose events are listed, or null. */
  const unfolded = useSignal<string | null>(null);
  const camera = useMemo(() => createCamera(boxOf(chart.viewBox.baseVal)), [chart]);
  const drawn = useMemo(() => transitionsOf(chart), [chart]);
  const label = `Chart of ${actor}: ${wordsOf(state)} is lit`;
  useLayoutEffect(() => {
    chart.removeAttribute("width");
    chart.removeAttribute("height");
    chart.removeAttribute("role");
    if (!isFolded) chart.setAttribute("aria-hidden", "true");
    pane.current?.prepend(chart);
    return () => chart.remove();
  }, [chart]);
  const lights = useMemo(() => lightsOf(drawn, state, steps), [drawn, state, steps]);
  useLayoutEffect(() => {
    const current = lightUp(chart, lights);
    camera.look(current === null ? null : boxWithin(chart, current));
  }, [chart, lights]);
  useLayoutEffect(() => {
    if (size.value !== null) camera.resize(size.value);
  }, [camera, size.value]);
  const box = camera.box.value;
  useLayoutEffect(() => {
    if (box === null) return;
    chart.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    const isFar = size.value !== null && scaleOf(box, size.value) < (isFolded ? farScales.folded : farScales.all);
    pane.current?.classList.toggle("is-far", isFar);
  }, [box]);
  useEffect(() => (pane.current === null ? undefined : hearPointer(pane.current, chart, camera)), [chart]);
  useLayoutEffect(
    () =>
      isFolded
        ? hearUnfolding(chart, isNear ? state : null, (path) => {
            unfolded.value = unfolded.peek() === path ? null : path;
          })
        : undefined,
    [chart, isNear ? state : null],
  );
  useLayoutEffect(() => markUnfolded(chart, unfolded.value), [chart, unfolded.value]);
  const keys = (event: KeyboardEvent): void => {
    const act = moves[event.key];
    const isOnChart = pane.current?.contains(event.target as Node) === true;
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey || !isOnChart) return;
    event.preventDefault();
    act(camera);
  };
  const close = (): void => {
    const opener = unfolded.peek();
    unfolded.value = null;
    chart.querySelector<SVGElement>(`[data-unfolds="${CSS.escape(opener ?? "")}"]`)?.focus();
  };
  return (
    <div class="chart-frame">
      <div class="chart-bar">
        <WayTaken lights={lights} />
      </div>
      <div class={`chart-stage${unfolded.value === null ? "" : " has-unfolded"}`}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach an element that can be moved. */}
        {/* biome-ignore lint/a11y/useSemanticElements: the element is not a group of form fields. */}
        <div ref={pane} class="chart-pane" tabIndex={0} role="group" aria-label={label} onKeyDown={keys} />
        {unfolded.value !== null && <Unfolded path={unfolded.value} drawn={drawn} lights={lights} onClose={close} />}
      </div>
      <div class="chart-bar">
        {children}
        <ChartPicture name={`chart-${actor}`} chart={chart} source={name} />
        {isFolded && <span class="help">Choose {isNear ? wordsOf(state) : "a state"} to see its events.</span>}
        <ZoomButtons camera={camera} />
      </div>
    </div>
  );
}

/** Below these scales the names of events are too small to read: 12 pixels, and 9 where everything is drawn. */
const farScales = { folded: 12 / 14, all: 0.75 };

const nudge = 0.15;
const moves: Readonly<Record<string, (camera: ReturnType<typeof createCamera>) => void>> = {
  ArrowLeft: (camera) => camera.step(-nudge, 0),
  ArrowRight: (camera) => camera.step(nudge, 0),
  ArrowUp: (camera) => camera.step(0, -nudge),
  ArrowDown: (camera) => camera.step(0, nudge),
  "+": (camera) => camera.zoom(1.25),
  "=": (camera) => camera.zoom(1.25),
  "-": (camera) => camera.zoom(0.8),
  "0": (camera) => camera.fit(),
};

const boxOf = ({ x, y, width, height }: DOMRect): Box => ({ x, y, width, height });

/** The box of a part, in the chart's units. Its groups may have transforms. */
function boxWithin(chart: SVGSVGElement, part: SVGGraphicsElement): Box {
  const own = part.getBBox();
  const toChart = chart.getScreenCTM()?.inverse();
  const toPart = part.getScreenCTM();
  if (toChart === undefined || toPart === null) return boxOf(own);
  const matrix = toChart.multiply(toPart);
  const from = new DOMPoint(own.x, own.y).matrixTransform(matrix);
  const to = new DOMPoint(own.x + own.width, own.y + own.height).matrixTransform(matrix);
  return { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y };
}

/** Buttons for the actions of the wheel and the keys. */
const ZoomButtons = ({ camera }: { readonly camera: Camera }): JSX.Element => (
  <div class="zoom-buttons">
    <button type="button" class="icon-button" {...named("Larger", "Larger (+)")} onClick={() => camera.zoom(1.25)}>
      +
    </button>
    <button type="button" class="icon-button" {...named("Smaller", "Smaller (−)")} onClick={() => camera.zoom(0.8)}>
      −
    </button>
    <button type="button" {...explained("The whole chart (0)")} onClick={camera.fit}>
      Fit
    </button>
  </div>
);

interface WayTakenProps {
  readonly lights: Lights<DrawnElement>;
}

/** The traced transitions in words, because the drawing may be out of sight. */
function WayTaken({ lights: { traced, isSure } }: WayTakenProps): JSX.Element | null {
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
