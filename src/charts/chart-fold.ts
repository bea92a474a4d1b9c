import type { ChartModel } from "./chart.types.ts";
import type { Line } from "./chart-lines.ts";
import { shorten } from "./chart-text.ts";

/** A chart of more transitions is one that nobody takes in at once. */
const transitionsSeenAtOnce = 12;

export const isBig = ({ transitions }: Pick<ChartModel, "transitions">): boolean =>
  transitions.length > transitionsSeenAtOnce;

export const foldedNameHeight = 28;
export const foldedLineHeight = 18;

const eventsOf = (lines: readonly Line[]): readonly string[] => [
  ...new Set(lines.map(({ transition }) => transition.event).filter((event) => event !== "")),
];
const count = (amount: number): string => `${amount} event${amount === 1 ? "" : "s"}`;

/** What is written in the box of a state for all that stays in it. */
export function foldedLines(lines: readonly Line[]): readonly string[] {
  const { length } = eventsOf(lines);
  return length === 0 ? [] : [count(length)];
}

const shortCharactersMax = 20;

/** What is written beside an arrow for all that takes it: its event, where that is the only one, in short; else how many there are. */
export function foldedArrow(lines: readonly Line[]): readonly string[] {
  const events = eventsOf(lines);
  const [only = ""] = events;
  if (events.length === 0) return [];
  const short = only.length <= shortCharactersMax ? only : only.slice(only.indexOf(".") + 1);
  return [events.length === 1 && short.length <= shortCharactersMax ? shorten(short) : count(events.length)];
}
