import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Creating rows is most of a frame's work. This many new rows fit into one frame. */
const newRowsMax = 8;

export interface Rows {
  /** The places of the drawn rows, in order. */
  readonly places: readonly number[];
  /** Whether all wanted rows are drawn. */
  readonly isAll: boolean;
}

/**
 * Takes the wanted places, the most important first. Returns those with drawn chats and a few new ones. Returns all of them
 * while hardly any are drawn, because a new list does not scroll yet and must appear soon.
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

/** The places to draw in this frame; the rest follows in the next frames. */
export function useDrawnRows(wanted: Iterable<number>, ids: readonly string[]): readonly number[] {
  const drawn = useRef<ReadonlySet<string>>(new Set());
  const [, drawAgain] = useState(0);
  const { places, isAll } = chooseRows(wanted, ids, drawn.current);
  useLayoutEffect(() => {
    drawn.current = new Set(places.map((at) => ids[at] ?? ""));
    if (isAll) return;
    // The first frame after a scroll event belongs to the event itself, whose rows are drawn already.
    let request = requestAnimationFrame(() => {
      request = requestAnimationFrame(() => drawAgain((pictures) => pictures + 1));
    });
    return () => cancelAnimationFrame(request);
  });
  return places;
}
