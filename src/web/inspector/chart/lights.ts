import type { InspectedStep, InspectedTransition } from "../../../codec/inspect/inspected.types.ts";

/** A transition of the chart. `target` is empty when the state stays; several targets are joined by spaces. */
export interface DrawnTransition {
  readonly source: string;
  readonly event: string;
  readonly index: number;
  readonly target: string;
}

/** The way of the last step. */
interface Way<Drawn> {
  /** The transitions of the step. */
  readonly traced: readonly Drawn[];
  /** False: the step took one of these transitions, but it is unknown which. */
  readonly isSure: boolean;
}

/** What is highlighted on a chart. */
export interface Lights<Drawn extends DrawnTransition = DrawnTransition> extends Way<Drawn> {
  /** The current state and the states around it; empty when nothing is known. */
  readonly current: readonly string[];
  /** The earlier states, as far as the steps are known. */
  readonly visited: ReadonlySet<string>;
}

/** `steps`: all steps up to the selected one, which is the last. */
export function lightsOf<Drawn extends DrawnTransition>(
  drawn: readonly Drawn[],
  state: string,
  steps: readonly InspectedStep[],
): Lights<Drawn> {
  const last = steps.at(-1);
  const visited = new Set(steps.flatMap(({ before, after }) => [...pathsOf(before ?? ""), ...pathsOf(after)]));
  const way = last === undefined ? { traced: [], isSure: true } : wayOf(drawn, last);
  return { current: pathsOf(state), visited, ...way };
}

/** A watched step names its transitions. For another step, all transitions between its two states are candidates. */
function wayOf<Drawn extends DrawnTransition>(drawn: readonly Drawn[], step: InspectedStep): Way<Drawn> {
  const { taken, before, after } = step;
  if (taken !== undefined) return { traced: drawn.filter((one) => isAmong(one, taken)), isSure: true };
  if (before === null) return oneOf(birthsOf(drawn, step));
  const possible = drawn.filter(
    (one) => isLeft(one.source, before) && (one.event === step.event.type || one.event === "*"),
  );
  const direct = possible.filter((one) => leadsTo(one, after));
  if (direct.length > 0) return oneOf(direct);
  for (const first of possible) {
    const next = drawn.find((one) => one.event === "" && one.source === first.target && leadsTo(one, after));
    if (first.target !== "" && next !== undefined) return { traced: [first, next], isSure: true };
  }
  return oneOf(possible.filter(({ target }) => target === ""));
}

/** A machine starts in a state that only chooses, or in a state without entries that waits for the first event. */
function birthsOf<Drawn extends DrawnTransition>(
  drawn: readonly Drawn[],
  { event, after }: InspectedStep,
): readonly Drawn[] {
  const born = drawn.filter((one) => leadsTo(one, after));
  const chosen = born.filter((one) => one.event === "");
  if (chosen.length > 0) return chosen;
  return born.filter(({ source, event: name }) => name === event.type && !drawn.some((one) => leadsTo(one, source)));
}

const oneOf = <Drawn>(traced: readonly Drawn[]) => ({ traced, isSure: traced.length <= 1 });

const isAmong = ({ source, event, index }: DrawnTransition, taken: readonly InspectedTransition[]): boolean =>
  taken.some((one) => one.source === source && one.event === event && one.index === index);

/** An actor in a state is also in the states around that state. The machine itself has the empty path. */
const isLeft = (source: string, state: string): boolean => source === "" || pathsOf(state).includes(source);

/** Also true if the target contains the state, because the state may be the target's initial state. */
const leadsTo = ({ target }: DrawnTransition, state: string): boolean =>
  target.split(" ").some((one) => pathsOf(state).includes(one));

/** `a.b` is within `a`. */
function pathsOf(state: string): readonly string[] {
  if (state === "") return [];
  const keys = state.split(".");
  return keys.map((_key, index) => keys.slice(0, index + 1).join("."));
}

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
