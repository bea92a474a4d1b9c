import { wordsOf } from "../parts/tone.ts";

export const listId = "unfolded-events";

/** Makes the states of a folded chart buttons, and tells which one was chosen, by its path. The answer stops it. */
export function hearUnfolding(chart: SVGSVGElement, choose: (path: string) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  for (const [path, part] of partsOf(chart)) {
    part.setAttribute("tabindex", "0");
    part.setAttribute("role", "button");
    part.setAttribute("data-unfolds", path);
    part.setAttribute("aria-controls", listId);
    part.setAttribute("aria-expanded", "false");
    part.setAttribute("aria-label", `Events of ${path === "" ? "any state" : wordsOf(path)}`);
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
  return () => listening.abort();
}

/** Pixels from which on the pointer drags the chart. */
const draggedMin = 5;

/** Which one is unfolded, for the eye and for screen readers. */
export function markUnfolded(chart: SVGSVGElement, unfolded: string | null): void {
  for (const part of chart.querySelectorAll("[data-unfolds]"))
    part.setAttribute("aria-expanded", String(part.getAttribute("data-unfolds") === unfolded));
}

/** States without others in them, and what may happen in any state of one that has some. */
function* partsOf(chart: SVGSVGElement): Generator<readonly [path: string, part: SVGElement]> {
  for (const state of chart.querySelectorAll<SVGElement>("g.state")) {
    const path = state.getAttribute("data-state") ?? "";
    if (state.classList.contains("leaf")) yield [path, state];
    const any = state.querySelector<SVGElement>(":scope > g.any");
    if (any !== null) yield [path, any];
  }
}
