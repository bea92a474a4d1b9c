import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { rowPx } from "./chat-row.tsx";
import type { InboxModel, SeenRows } from "./inbox-model.ts";

/** The visible rows. Each view keeps its scroll position. */
export function useScroll(list: RefObject<HTMLDivElement | null>, model: InboxModel): SeenRows {
  const { seen } = model;
  const { id } = model.view.value;
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const look = (): void => {
      const { scrollTop, clientHeight } = element;
      const first = Math.floor(scrollTop / rowPx);
      const end = Math.ceil((scrollTop + clientHeight) / rowPx);
      if (first !== seen.peek().first || end !== seen.peek().end) seen.value = { first, end };
      model.isScrolled.value = scrollTop > 0;
      model.offsets.set(id, scrollTop);
    };
    element.scrollTop = model.offsets.get(id) ?? 0;
    look();
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener("scroll", look);
      model.isScrolled.value = false;
    };
  }, [id]);
  return seen.value;
}
