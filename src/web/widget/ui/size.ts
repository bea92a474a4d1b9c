export interface SizeWatch {
  /** Watches this element. A call with the same element has no effect. */
  watch(element: Element | null): void;
  stop(): void;
}

/** Calls `changed` when an element's size differs from its first or last reported size. Source: WJ-37. */
export function watchSize(changed: () => void): SizeWatch {
  let watched: Element | null = null;
  let size = "";
  const look = (): void => {
    const before = size;
    if (watched !== null) size = `${watched.clientWidth} ${watched.clientHeight}`;
    if (before !== size) changed();
  };
  const observer = new ResizeObserver(look);
  return {
    watch(element) {
      if (element === null || element === watched) return;
      watched = element;
      size = `${element.clientWidth} ${element.clientHeight}`;
      observer.observe(element);
    },
    stop: () => observer.disconnect(),
  };
}
