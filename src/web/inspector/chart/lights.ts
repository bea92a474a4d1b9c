import type { InspectedStep } from "../../../codec/inspected.types.ts";

/** A transition as the chart has it; `target` empty when it stays, several joined by spaces. */
export interface DrawnTransition {
  readonly source: string;
  readonly event: string;
  readonly index: number;
  readonly target: string;
}

/** What is lit on a chart. */
export interface Lights<Drawn extends DrawnTransition = DrawnTransition> {
  /** The state it is in and those around it; none when nothing is known. */
  readonly current: readonly string[];
  /** Where it was before, as far as its steps are known. */
  readonly visited: ReadonlySet<string>;
  /** The way of the last step. */
  readonly traced: readonly Drawn[];
}

/** `steps`: those up to the one that is looked at, which is the last. */
export function lightsOf<Drawn extends DrawnTransition>(
  drawn: readonly Drawn[],
  state: string,
  steps: readonly InspectedStep[],
): Lights<Drawn> {
  const last = steps.at(-1);
  const visited = new Set(steps.flatMap(({ before, after }) => [...pathsOf(before ?? ""), ...pathsOf(after)]));
  return { current: pathsOf(state), visited, traced: last === undefined ? [] : wayOf(drawn, last) };
}

/** A step that was watched says which; of others it is what leads from the one state to the other. */
function wayOf<Drawn extends DrawnTransition>(drawn: readonly Drawn[], step: InspectedStep): readonly Drawn[] {
  const { taken, before, after } = step;
  if (taken !== undefined)
    return drawn.filter(({ source, event, index }) =>
      taken.some((one) => one.source === source && one.event === event && one.index === index),
    );
  if (before === null) return drawn.filter((one) => one.event === "" && leadsTo(one, after));
  const possible = drawn.filter(
    (one) => isLeft(one.source, before) && (one.event === step.event.type || one.event === "*"),
  );
  const direct = possible.filter((one) => leadsTo(one, after));
  if (direct.length > 0) return direct;
  const over = possible.flatMap((first) => {
    const next = drawn.find((one) => one.event === "" && one.source === first.target && leadsTo(one, after));
    return first.target === "" || next === undefined ? [] : [first, next];
  });
  return over.length > 0 ? over : possible.filter(({ target }) => target === "");
}

/** Whoever is in a state is in those around it; the machine itself has the empty path. */
const isLeft = (source: string, state: string): boolean => source === "" || pathsOf(state).includes(source);

/** Also where the target is one around the state: it begins there. */
const leadsTo = ({ target }: DrawnTransition, state: string): boolean =>
  target.split(" ").some((one) => pathsOf(state).includes(one));

/** `a.b` is within `a`. */
function pathsOf(state: string): readonly string[] {
  if (state === "") return [];
  const keys = state.split(".");
  return keys.map((_key, index) => keys.slice(0, index + 1).join("."));
}
