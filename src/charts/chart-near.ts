import type { ChartModel, ChartState } from "./chart.types.ts";

/**
 * The part of a chart around one state: the states from which it is entered, those to which it leads, and the transitions that
 * enter or leave it. Transitions of any state are left out unless they enter or leave this one. Null where there is no such state.
 */
export function nearOf(model: ChartModel, path: string): ChartModel | null {
  if (path === "" || !hasState(model.root, path)) return null;
  const isAt = (one: string): boolean => isWithin(one, path);
  const isAround = (one: string): boolean => isWithin(path, one);
  const transitions = model.transitions.filter(
    ({ source, targets }) => isAt(source) || targets.some(isAt) || (isAround(source) && targets.length > 0),
  );
  const ends = [path, ...transitions.flatMap(({ source, targets }) => [source, ...targets])];
  const isKept = (state: ChartState): boolean => isAt(state.path) || ends.some((end) => isWithin(end, state.path));
  const keep = (state: ChartState): ChartState => {
    const children = state.children.filter(isKept).map(keep);
    const hasInitial = children.some((child) => child.path === state.initial);
    return { ...state, children, initial: hasInitial ? state.initial : null };
  };
  return { ...model, root: keep(model.root), transitions };
}

const hasState = ({ path, children }: ChartState, wanted: string): boolean =>
  path === wanted || children.some((child) => hasState(child, wanted));

const isWithin = (path: string, ancestor: string): boolean =>
  path === ancestor || ancestor === "" || path.startsWith(`${ancestor}.`);
