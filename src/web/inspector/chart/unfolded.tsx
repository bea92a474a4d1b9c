import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { currentLanguage } from "../../shared/language/texts.ts";
import { wordsOf } from "../parts/tone.ts";
import type { DrawnElement, Lights } from "./lights.ts";

interface UnfoldedProps {
  readonly path: string;
  readonly drawn: readonly DrawnElement[];
  readonly lights: Lights<DrawnElement>;
  readonly onClose: () => void;
}

/** The possible events in a state of a folded chart, and their targets. */
export function Unfolded({ path, drawn, lights, onClose }: UnfoldedProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [path]);
  const own = drawn.filter(({ source }) => source === path);
  return (
    <section
      id={listId}
      class="unfolded"
      aria-label={path === "" ? "Events of any state" : `Events of ${wordsOf(path)}`}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {path === "" ? "In any state" : wordsOf(path)}
        </h2>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </header>
      {own.length === 0 && <p class="help">Nothing happens here automatically.</p>}
      <ul>
        {own.map((one) => (
          <li key={`${one.event} ${one.index}`} class={lights.traced.includes(one) ? "is-traced" : ""}>
            <span class="event">{one.event === "" ? "always" : one.event}</span>
            {lights.traced.includes(one) && <span class="hush"> (the way it took)</span>}
            <span class="help"> {restOf(one)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The guard, target and effects of a transition. Its state and event are shown already. */
function restOf({ words, event }: DrawnElement): string {
  const behind = words.slice(words.indexOf(": ") + 2);
  return behind.startsWith(event) && event !== "" ? behind.slice(event.length).trim() : behind.replace(/^always */, "");
}

const listId = "unfolded-events";

/**
 * Makes the states of a folded chart buttons, or only the state `only`. Calls `choose` with the chosen state's path. Returns a function
 * that stops listening.
 */
export function hearUnfolding(chart: SVGSVGElement, only: string | null, choose: (path: string) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  for (const { path, state } of partsOf(chart)) {
    if (only !== null && path !== only) continue;
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
