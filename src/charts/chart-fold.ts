import type { ChartModel } from "./chart.types.ts";
import type { Line } from "./chart-lines.ts";
import { shorten } from "./chart-text.ts";

/** With more transitions, a chart is too large to understand at one look. */
const transitionsSeenAtOnce = 12;

export const isBig = ({ transitions }: Pick<ChartModel, "transitions">): boolean =>
  transitions.length > transitionsSeenAtOnce;

export const foldedNameHeight = 28;
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

/** The label of an arrow: the short name of its event when there is only one, else the number of events. */
export function foldedArrow(lines: readonly Line[]): readonly string[] {
  const events = eventsOf(lines);
  const [only = ""] = events;
  if (events.length === 0) return [];
  const short = only.length <= shortCharactersMax ? only : only.slice(only.indexOf(".") + 1);
  return [events.length === 1 && short.length <= shortCharactersMax ? shorten(short) : count(events.length)];
}
