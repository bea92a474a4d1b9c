import { currentLanguage, textsOf } from "../../shared/language/texts.ts";
import { wordsOf } from "../parts/tone.ts";
import { chartRoom } from "../texts/en/chart.ts";

const text = textsOf("chart", chartRoom);

export const listId = "unfolded-events";

/** Makes the states of a folded chart buttons, and tells which one was chosen, by its path. The answer stops it. */
export function hearUnfolding(chart: SVGSVGElement, choose: (path: string) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  for (const { path, state } of partsOf(chart)) {
    const part = createButton(path, state);
    state.append(part);
    // The pane takes the pointer to drag the chart: where it is let go is heard of outside.
    part.addEventListener(
      "pointerdown",
      ({ clientX: x, clientY: y, button }) => {
        if (button !== 0) return;
        const released = (event: PointerEvent): void => {
          if (Math.hypot(event.clientX - x, event.clientY - y) < draggedMin) choose(path);
        };
        addEventListener("pointerup", released, { once: true, signal });
      },
      { signal },
    );
    part.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        choose(path);
      },
      { signal },
    );
  }
  return () => {
    listening.abort();
    for (const part of chart.querySelectorAll("[data-unfolds]")) part.remove();
  };
}

/** It lies over the box of the state, and has nothing in it: the texts of a chart say more than the name of a button. */
function createButton(path: string, state: SVGElement): SVGElement {
  const box = state.querySelector(":scope > .box");
  const part = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const name of ["x", "y", "width", "height", "rx"]) part.setAttribute(name, box?.getAttribute(name) ?? "0");
  const words = [...state.querySelectorAll("text")].map(({ textContent }) => textContent).join(", ");
  const attributes = {
    lang: currentLanguage(),
    ...{ class: "unfolds", tabindex: "0", role: "button", "data-unfolds": path },
    ...{ "aria-controls": listId, "aria-expanded": "false", "aria-label": text("eventsOf", { state: wordsOf(words) }) },
  };
  for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
  return part;
}

/** Pixels from which on the pointer drags the chart. */
const draggedMin = 5;

/** Which one is unfolded, for the eye and for screen readers. */
export function markUnfolded(chart: SVGSVGElement, unfolded: string | null): void {
  for (const part of chart.querySelectorAll("[data-unfolds]"))
    part.setAttribute("aria-expanded", String(part.getAttribute("data-unfolds") === unfolded));
}

/** States without others in them, and what may happen in any state of one that has some. */
function* partsOf(chart: SVGSVGElement): Generator<{ readonly path: string; readonly state: SVGElement }> {
  for (const state of chart.querySelectorAll<SVGElement>("g.state")) {
    const path = state.getAttribute("data-state") ?? "";
    if (state.classList.contains("leaf")) yield { path, state };
    const any = state.querySelector<SVGElement>(":scope > g.any");
    if (any !== null) yield { path, state: any };
  }
}
