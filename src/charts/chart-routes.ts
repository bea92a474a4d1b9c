import type { ChartState, ChartTransition } from "./chart.types.ts";
import { linesOf } from "./chart-lines.ts";
import type { PlannedArrow } from "./chart-plan.ts";

/** The start or the end of an arrow. */
interface Stop {
  readonly id: string;
  /** States that are defined later have a higher rank. */
  readonly rank: number;
}

export interface Place extends Stop {
  readonly state: ChartState;
}

/** By path. */
export type Places = ReadonlyMap<string, Place>;

interface Ends {
  readonly from: Stop;
  readonly to: Stop;
}

/** The dot of a compound state, and the box for transitions in any inner state: after the state, before its first child. */
export const dotOf = ({ id, rank }: Place): Stop => ({ id: `dot-${id}`, rank: rank + 0.5 });
export const anyOf = ({ id, rank }: Place): Stop => ({ id: `any-${id}`, rank: rank + 0.5 });

/** The ends of each arrow of a transition; empty for a transition that is a line of its state. */
export function endsOf({ source, targets }: ChartTransition, places: Places): readonly Ends[] {
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
export function planArrows(transitions: readonly ChartTransition[], places: Places): readonly PlannedArrow[] {
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
