import type { ChartForm, ChartModel, ChartState, ChartTransition } from "./chart.types.ts";
import type { Line } from "./chart-lines.ts";
import { linesOf } from "./chart-lines.ts";

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

/** The start or the end of an arrow. */
interface Stop {
  readonly id: string;
  /** States that are defined later have a higher rank. */
  readonly rank: number;
}

interface Place extends Stop {
  readonly state: ChartState;
}

/** By path. */
type Places = ReadonlyMap<string, Place>;

interface Ends {
  readonly from: Stop;
  readonly to: Stop;
}

/** The dot of a compound state, and the box for transitions in any inner state: after the state, before its first child. */
const dotOf = ({ id, rank }: Place): Stop => ({ id: `dot-${id}`, rank: rank + 0.5 });
const anyOf = ({ id, rank }: Place): Stop => ({ id: `any-${id}`, rank: rank + 0.5 });

/** The ends of each arrow of a transition; empty for a transition that is a line of its state. */
function endsOf({ source, targets }: ChartTransition, places: Places): readonly Ends[] {
  const from = places.get(source);
  const to = targets.map((target) => places.get(target)).filter((place) => place !== undefined);
  if (from === undefined || to.length === 0) return [];
  const isFrame = from.state.children.length > 0;
  if (!isFrame && to.every((place) => place === from)) return [];
  const isInward = isFrame && to.some(({ state }) => isWithin(state.path, source));
  const start = isInward ? anyOf(from) : from;
  const ends = to.map((place) => ({
    from: start,
    to: isWithin(source, place.state.path) ? beginningOf(place) : place,
  }));
  return ends.every(({ from, to }) => from.id === to.id) ? [] : ends;
}

const isWithin = (path: string, ancestor: string): boolean =>
  path === ancestor || ancestor === "" || path.startsWith(`${ancestor}.`);

/** The end of an arrow that enters a state from inside: the state is entered again. */
function beginningOf(place: Place): Stop {
  if (place.state.children.length === 0) return place;
  return place.state.initial === null ? anyOf(place) : dotOf(place);
}

/** First the arrows to initial states, then those of transitions. */
function planArrows(transitions: readonly ChartTransition[], places: Places): readonly PlannedArrow[] {
  const beginnings = [...places.values()].flatMap((place) => beginningsAt(place, places));
  return [
    ...beginnings.map((ends, place) => arrowOf(`b${place}`, [ends], [])),
    ...shareArrows(transitions, places).map(({ ends, sharing }, place) => arrowOf(`t${place}`, ends, sharing)),
  ];
}

/** At the first child of a compound state, or the target of a history state on its first use. */
function beginningsAt(place: Place, places: Places): readonly Ends[] {
  const { initial, history } = place.state;
  const from = history === null ? dotOf(place) : place;
  const targets = history?.targets ?? (initial === null ? [] : [initial]);
  return targets.map((target) => places.get(target)).flatMap((to) => (to === undefined ? [] : [{ from, to }]));
}

interface Shared {
  readonly ends: readonly Ends[];
  readonly sharing: ChartTransition[];
}

/** A transition without an event is drawn differently: it shares its arrow only with others without an event. */
function shareArrows(transitions: readonly ChartTransition[], places: Places): readonly Shared[] {
  const shared = new Map<string, Shared>();
  for (const transition of transitions) {
    const ends = endsOf(transition, places);
    const alone = ends.length > 1 ? shared.size : null;
    const key = JSON.stringify([ends.map(({ from, to }) => [from.id, to.id]), transition.kind === "always", alone]);
    const others = shared.get(key);
    if (others === undefined) shared.set(key, { ends, sharing: [transition] });
    else others.sharing.push(transition);
  }
  return [...shared.values()];
}

function arrowOf(id: string, ends: readonly Ends[], transitions: readonly ChartTransition[]): PlannedArrow {
  return {
    ways: ends.map(({ from, to }, place) => ({
      id: `${id}-${place}`,
      from: from.id,
      to: to.id,
      isUpward: from.rank > to.rank,
    })),
    lines: linesOf(transitions),
  };
}
