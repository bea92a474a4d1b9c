import type { Span } from "../../parts/highlight.ts";
import type { Match } from "./find-matches.ts";

/** The names of the marks in the style sheet. */
const [found, foundNow] = ["found", "found-now"];

/**
 * Marks the found words in the drawn rows without a change of the rows, so that no message is drawn again. A browser without such marks
 * shows the row of the current place alone.
 */
export function showMarks(rows: HTMLElement | null, matches: readonly Match[], current: Match | null): void {
  for (const row of document.querySelectorAll("[data-found]")) row.removeAttribute("data-found");
  rowOf(rows, current)?.setAttribute("data-found", "");
  if (!("highlights" in CSS)) return;
  const ranges = (of: readonly Match[]): readonly Range[] => of.flatMap((match) => rangeOf(rows, match) ?? []);
  CSS.highlights.set(found, new Highlight(...ranges(matches)));
  CSS.highlights.set(foundNow, new Highlight(...ranges(current === null ? [] : [current])));
}

const rowOf = (rows: HTMLElement | null, match: Match | null): Element | null =>
  match === null ? null : (rows?.querySelector(`[data-seq="${match.seq}"]`) ?? null);

/** Null for a row that is not drawn, and for the name of a file. */
function rangeOf(rows: HTMLElement | null, match: Match): Range | null {
  const shown = match.span === null ? null : rowOf(rows, match)?.querySelector(".text");
  if (match.span === null || shown == null) return null;
  const range = document.createRange();
  const [start, end] = endsIn(shown, match.span);
  if (start === null || end === null) return null;
  range.setStart(...start);
  range.setEnd(...end);
  return range;
}

type Point = readonly [node: Text, offset: number];

/** The ends of a span of the text in the text nodes of an element. */
function endsIn(element: Element, [from, to]: Span): readonly [start: Point | null, end: Point | null] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let start: Point | null = null;
  let done = 0;
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    if (start === null && from < done + node.length) start = [node, from - done];
    if (to <= done + node.length) return [start, [node, to - done]];
    done += node.length;
  }
  return [start, null];
}
