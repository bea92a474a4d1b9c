import type { Signal } from "@preact/signals";
import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

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
