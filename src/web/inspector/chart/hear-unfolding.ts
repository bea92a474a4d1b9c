import { currentLanguage } from "../../shared/language/texts.ts";
import { wordsOf } from "../parts/tone.ts";

export const listId = "unfolded-events";

/** Makes the states of a folded chart buttons. Calls `choose` with the chosen state's path. Returns a function that stops listening. */
export function hearUnfolding(chart: SVGSVGElement, choose: (path: string) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  for (const { path, state } of partsOf(chart)) {
    const part = createButton(path, state);
    state.append(part);
    // The pane captures the pointer for a drag, so that the button itself gets no event on release.
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

/** The button covers the state's box and is empty, because the chart's texts give more information than a button's name. */
function createButton(path: string, state: SVGElement): SVGElement {
  const box = state.querySelector(":scope > .box");
  const part = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const name of ["x", "y", "width", "height", "rx"]) part.setAttribute(name, box?.getAttribute(name) ?? "0");
  const words = [...state.querySelectorAll("text")].map(({ textContent }) => textContent).join(", ");
  const attributes = {
    lang: currentLanguage(),
    ...{ class: "unfolds", tabindex: "0", role: "button", "data-unfolds": path },
    ...{ "aria-controls": listId, "aria-expanded": "false", "aria-label": `Events of ${wordsOf(words)}` },
  };
  for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
  return part;
}

/** From this many pixels on, a movement of the pointer is a drag. */
const draggedMin = 5;

/** Marks the unfolded state, for the eye and for screen readers. */
export function markUnfolded(chart: SVGSVGElement, unfolded: string | null): void {
  for (const part of chart.querySelectorAll("[data-unfolds]"))
    part.setAttribute("aria-expanded", String(part.getAttribute("data-unfolds") === unfolded));
}

/** The states without inner states, and the common events of a state that has inner states. */
function* partsOf(chart: SVGSVGElement): Generator<{ readonly path: string; readonly state: SVGElement }> {
  for (const state of chart.querySelectorAll<SVGElement>("g.state")) {
    const path = state.getAttribute("data-state") ?? "";
    if (state.classList.contains("leaf")) yield { path, state };
    const any = state.querySelector<SVGElement>(":scope > g.any");
    if (any !== null) yield { path, state: any };
  }
}
