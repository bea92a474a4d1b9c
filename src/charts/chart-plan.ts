import type { ChartForm, ChartModel, ChartState, ChartTransition } from "./chart.types.ts";
import type { Line } from "./chart-lines.ts";
import { linesOf } from "./chart-lines.ts";
import type { Place, Places } from "./chart-routes.ts";
import { anyOf, dotOf, endsOf, planArrows } from "./chart-routes.ts";

/** Everything that a chart draws, without positions: its ids are arbitrary. */
export interface ChartPlan {
  readonly model: ChartModel;
  readonly form: ChartForm;
  readonly root: PlannedState;
  readonly arrows: readonly PlannedArrow[];
}

export interface PlannedState {
  readonly id: string;
  readonly state: ChartState;
  /** Of a state without children: the transitions that stay in it. */
  readonly lines: readonly Line[];
  /** Of a state with children: the transitions that any of them may take. */
  readonly any: { readonly id: string; readonly lines: readonly Line[]; readonly hasArrows: boolean } | null;
  /** The dot with the arrow to its first child. */
  readonly dotId: string | null;
  readonly children: readonly PlannedState[];
}

export interface PlannedArrow {
  /** One way, or one for each target of a transition with several targets; the first has the label. */
  readonly ways: readonly Way[];
  /** One for each transition of the arrow; none for an arrow that only marks an initial state. */
  readonly lines: readonly Line[];
}

export interface Way {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** Whether it leads back to a state that is defined earlier. */
  readonly isUpward: boolean;
}

/** Decides what is a box, a line in a box, or an arrow; transitions from one state to another share their arrow. */
export function planChart(model: ChartModel, form: ChartForm = "unfolded"): ChartPlan {
  const places = placesOf(model.root);
  const inner = new Map<string, ChartTransition[]>();
  const outer: ChartTransition[] = [];
  for (const transition of model.transitions) {
    if (endsOf(transition, places).length > 0) outer.push(transition);
    else inner.set(transition.source, [...(inner.get(transition.source) ?? []), transition]);
  }
  const arrows = planArrows(outer, places);
  const joined = new Set(arrows.flatMap(({ ways }) => ways.flatMap(({ from, to }) => [from, to])));
  const plan = (state: ChartState): PlannedState => {
    const place = places.get(state.path) ?? { id: "", rank: 0, state };
    return { ...partsOf(place, linesOf(inner.get(state.path) ?? []), joined), children: state.children.map(plan) };
  };
  return { model, form, root: plan(model.root), arrows };
}

/** In the order of their definition, each state before its inner states. */
function placesOf(root: ChartState): Places {
  const places = new Map<string, Place>();
  const collect = (state: ChartState): void => {
    places.set(state.path, { id: `s${places.size}`, rank: places.size, state });
    for (const child of state.children) collect(child);
  };
  collect(root);
  return places;
}

function partsOf(place: Place, lines: readonly Line[], joined: ReadonlySet<string>): Omit<PlannedState, "children"> {
  const { id, state } = place;
  const dotId = state.initial === null ? null : dotOf(place).id;
  if (state.children.length === 0) return { id, state, lines, any: null, dotId };
  const anyId = anyOf(place).id;
  const hasArrows = joined.has(anyId);
  const any = hasArrows || lines.length > 0 ? { id: anyId, lines, hasArrows } : null;
  return { id, state, lines: [], any, dotId };
}
