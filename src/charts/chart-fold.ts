import type { ChartForm, ChartModel } from "./chart.types.ts";
import type { Line } from "./chart-lines.ts";
import { shorten } from "./chart-text.ts";

/** With more transitions, a chart is too large to understand at one look. */
const transitionsSeenAtOnce = 12;

export const isBig = ({ transitions }: Pick<ChartModel, "transitions">): boolean =>
  transitions.length > transitionsSeenAtOnce;

/** The name of a state in each form that has only names: its size, its height, and the way from its top to its baseline. */
export const foldedNames = {
  folded: { size: "foldedName", height: 28, feet: 21 },
  near: { size: "nearName", height: 22, feet: 16 },
} as const satisfies Readonly<Record<Exclude<ChartForm, "unfolded">, object>>;
export const foldedLineHeight = 18;

const eventsOf = (lines: readonly Line[]): readonly string[] => [
  ...new Set(lines.map(({ transition }) => transition.event).filter((event) => event !== "")),
];
const count = (amount: number): string => `${amount} event${amount === 1 ? "" : "s"}`;

/** The text in a state's box for all transitions that stay in the state. */
export function foldedLines(lines: readonly Line[]): readonly string[] {
  const { length } = eventsOf(lines);
  return length === 0 ? [] : [count(length)];
}

const shortCharactersMax = 20;

/** The label of an arrow: the name of its event when there is only one and the form has room for it, else the number of events. */
export function foldedArrow(lines: readonly Line[], form: ChartForm): readonly string[] {
  const events = eventsOf(lines);
  const [only = ""] = events;
  if (events.length === 0) return [];
  if (events.length > 1) return [count(events.length)];
  if (form === "near") return wrap(shorten(only));
  return [only.length <= shortCharactersMax ? shorten(only) : count(1)];
}

const lineCharactersMax = 12;

/** A long name has several lines, which end with a dot or a hyphen. */
function wrap(name: string): readonly string[] {
  const wrapped: string[] = [];
  for (const part of name.split(/(?<=[.-])/)) {
    const line = wrapped.at(-1);
    if (line === undefined || line.length + part.length > lineCharactersMax) wrapped.push(part);
    else wrapped.splice(-1, 1, line + part);
  }
  return wrapped;
}
