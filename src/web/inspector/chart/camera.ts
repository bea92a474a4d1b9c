import type { ReadonlySignal, Signal } from "@preact/signals";
import { signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { Box, Point } from "./view.ts";
import { beginningOf, centreOf, fitOf, moved, resized, scaleOf, showing, zoomed } from "./view.ts";

/** The visible part of a chart, and the ways to move it. */
export interface Camera {
  readonly box: ReadonlySignal<Box | null>;
  /** Sets the new size of the pane. */
  resize(pane: PaneSize): void;
  /** Sets the highlighted state. A new one is scrolled into view. */
  look(at: Box | null): void;
  /** `point` keeps its place on the screen; by default the middle does. */
  zoom(factor: number, point?: Point): void;
  /** Moves by fractions of the pane's smaller side. */
  step(right: number, down: number): void;
  /** Moves by pixels. */
  drag(dx: number, dy: number): void;
  fit(): void;
}

export function createCamera(whole: Box): Camera {
  const box = signal<Box | null>(null);
  let pane: PaneSize | null = null;
  let looked: Box | null = null;
  /** The camera chooses the visible part until the reader moves it. */
  let isUntouched = true;

  const change = (next: (seen: Box, size: PaneSize) => Box): void => {
    const seen = box.peek();
    if (seen === null || pane === null) return;
    isUntouched = false;
    box.value = next(seen, pane);
  };
  const begin = (size: PaneSize): void => {
    box.value = beginningOf(whole, size, looked === null ? null : centreOf(looked));
  };
  return {
    box,
    resize(size) {
      const before = pane;
      const seen = box.peek();
      pane = size;
      if (seen === null || before === null || isUntouched) begin(size);
      else box.value = resized(seen, before, size);
    },
    look(at) {
      if (at === null || isSame(at, looked)) return;
      looked = at;
      const seen = box.peek();
      if (isUntouched && pane !== null) begin(pane);
      else if (seen !== null) box.value = showing(seen, at);
    },
    zoom: (factor, point) =>
      change((seen, size) => zoomed(seen, { factor, point: point ?? centreOf(seen), whole, pane: size })),
    step: (right, down) =>
      change((seen) => {
        const side = Math.min(seen.width, seen.height);
        return moved(seen, right * side, down * side, whole);
      }),
    drag: (dx, dy) =>
      change((seen, size) => {
        const scale = scaleOf(seen, size);
        return moved(seen, -dx / scale, -dy / scale, whole);
      }),
    fit: () => change((_seen, size) => fitOf(whole, size)),
  };
}

const isSame = (a: Box, b: Box | null): boolean =>
  b !== null && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

export interface PaneSize {
  readonly width: number;
  readonly height: number;
}

/** The current size of an element; null before its first drawing. */
export function usePaneSize(element: RefObject<HTMLElement | null>): Signal<PaneSize | null> {
  const size = useSignal<PaneSize | null>(null);
  useLayoutEffect(() => {
    const pane = element.current;
    if (pane === null) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = pane;
      if (width > 0 && height > 0) size.value = { width, height };
    };
    const observer = new ResizeObserver(measure);
    observer.observe(pane);
    measure();
    return () => observer.disconnect();
  }, []);
  return size;
}
