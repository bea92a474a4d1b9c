import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Making a row is most of a picture's work: with so many new ones it is still in time. */
const newRowsMax = 8;

export interface Rows {
  /** Their places among all, in order. */
  readonly places: readonly number[];
  /** Whether all that was wanted is there. */
  readonly isAll: boolean;
}

/**
 * Of the wanted places, what matters most first, those whose chat is drawn already and a few of the others; all of them
 * while hardly any are drawn: nothing moves there yet, and the list is to be there soon.
 */
export function chooseRows(wanted: Iterable<number>, ids: readonly string[], drawn: ReadonlySet<string>): Rows {
  const countMax = drawn.size < newRowsMax ? Number.POSITIVE_INFINITY : newRowsMax;
  const places = new Set<number>();
  let newRows = 0;
  let isAll = true;
  for (const at of wanted) {
    const chatId = ids[at];
    if (chatId === undefined || places.has(at)) continue;
    if (!drawn.has(chatId)) newRows += 1;
    if (drawn.has(chatId) || newRows <= countMax) places.add(at);
    else isAll = false;
  }
  return { places: [...places].sort((a, b) => a - b), isAll };
}

/** The places to draw in this picture; what is left comes in the next ones. */
export function useDrawnRows(wanted: Iterable<number>, ids: readonly string[]): readonly number[] {
  const drawn = useRef<ReadonlySet<string>>(new Set());
  const [, drawAgain] = useState(0);
  const { places, isAll } = chooseRows(wanted, ids, drawn.current);
  useLayoutEffect(() => {
    drawn.current = new Set(places.map((at) => ids[at] ?? ""));
    if (isAll) return;
    // The first picture after a scroll event is that of the event itself, which has its rows already.
    let request = requestAnimationFrame(() => {
      request = requestAnimationFrame(() => drawAgain((pictures) => pictures + 1));
    });
    return () => cancelAnimationFrame(request);
  });
  return places;
}
