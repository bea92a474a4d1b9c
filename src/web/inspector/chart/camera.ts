import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { PaneSize } from "./use-pane.ts";
import type { Box, Point } from "./view.ts";
import { beginningOf, centreOf, fitOf, moved, resized, scaleOf, showing, zoomed } from "./view.ts";

/** Which part of a chart is seen, and how one moves about in it. */
export interface Camera {
  readonly box: ReadonlySignal<Box | null>;
  /** The pane has this size from now on. */
  resize(pane: PaneSize): void;
  /** The state that is lit; it is brought into view when it is another one. */
  look(at: Box | null): void;
  /** `point` stays where it is; the middle unless it is given. */
  zoom(factor: number, point?: Point): void;
  /** By parts of the pane's smaller side. */
  step(right: number, down: number): void;
  /** By pixels. */
  drag(dx: number, dy: number): void;
  fit(): void;
}

export function createCamera(whole: Box): Camera {
  const box = signal<Box | null>(null);
  let pane: PaneSize | null = null;
  let looked: Box | null = null;
  /** Until somebody moves about, what is seen is chosen for them. */
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
