import type { DrawnTransition, Lights } from "./lights.ts";

/** A transition with its drawn elements. */
export interface DrawnElement extends DrawnTransition {
  readonly element: Element;
  /** The whole transition in words. */
  readonly words: string;
}

/** The transitions of a chart, as its own attributes describe them. */
export const transitionsOf = (chart: SVGSVGElement): readonly DrawnElement[] =>
  [...chart.querySelectorAll("g.transition")].map((element) => ({
    element,
    words: element.querySelector("title")?.textContent ?? "",
    source: element.getAttribute("data-source") ?? "",
    event: element.getAttribute("data-event") ?? "",
    index: Number(element.getAttribute("data-index")),
    target: element.getAttribute("data-target") ?? "",
  }));

/** Highlights these elements and nothing else. Returns the element of the current state, if it is drawn. */
export function lightUp(chart: SVGSVGElement, { current, visited, traced }: Lights<DrawnElement>): SVGGElement | null {
  let found: SVGGElement | null = null;
  const innermost = current.at(-1);
  for (const state of chart.querySelectorAll<SVGGElement>("g.state")) {
    const path = state.getAttribute("data-state") ?? "";
    const isCurrent = path === innermost;
    state.classList.toggle("is-current", isCurrent);
    state.classList.toggle("is-around", !isCurrent && current.includes(path));
    state.classList.toggle("is-visited", !isCurrent && visited.has(path));
    if (isCurrent) found = state;
  }
  const lit = new Set(traced.map(({ element }) => element));
  for (const element of chart.querySelectorAll("g.transition")) {
    const isTraced = lit.has(element);
    element.classList.toggle("is-traced", isTraced);
    // The last element is drawn above the other elements.
    if (!isTraced) continue;
    const top = element.closest(".bundle") ?? element;
    top.parentNode?.append(top);
  }
  return found;
}
