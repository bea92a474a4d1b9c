import type { Camera } from "./camera.ts";
import type { Point } from "./view.ts";

/** Wheel events count pixels, lines or pages. This many pixels double the size. */
const doublingPixels = 240;
const pixelsOfLine = 16;

/** Drags and zooms by the pointer; two fingers or Ctrl and the wheel zoom. The wheel alone scrolls the page. Returns a function that stops listening. */
export function hearPointer(pane: HTMLElement, chart: SVGSVGElement, camera: Camera): () => void {
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
