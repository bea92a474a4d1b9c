import type { InspectedStep, InspectedTransition } from "../../../codec/inspect/inspected.types.ts";

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
  /** False: it was one of those, and nobody knows which. */
  readonly isSure: boolean;
}

/** `steps`: those up to the one that is looked at, which is the last. */
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

/** A step that was watched says which; of others it is what leads from the one state to the other. */
function wayOf<Drawn extends DrawnTransition>(
  drawn: readonly Drawn[],
  step: InspectedStep,
): Pick<Lights<Drawn>, "traced" | "isSure"> {
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

/** Machines begin in a state that only chooses, or in one that nothing leads to and waits for what brings them to life. */
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
