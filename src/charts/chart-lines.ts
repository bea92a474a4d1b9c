import type { ChartState, ChartTransition } from "./chart.types.ts";
import { shorten, widthOf } from "./chart-text.ts";

/** A part of a line with one style. */
export interface Run {
  readonly text: string;
  readonly look: "event" | "guard" | "muted";
}

/** The text of one transition. */
export interface Line {
  readonly transition: ChartTransition;
  /** Drawn before the text. */
  readonly glyph: "clock" | "again" | null;
  /** It has the same event as the line above. */
  readonly isIndented: boolean;
  readonly runs: readonly Run[];
}

export const lineHeight = 17;
export const glyphWidth = 16;
export const indentWidth = 12;

/** One line for each transition. A line with the event of the line above shows only its guard. */
export function linesOf(transitions: readonly ChartTransition[]): readonly Line[] {
  return transitions.map((transition, place) => {
    const isIndented = transition.event !== "" && transitions[place - 1]?.event === transition.event;
    return {
      transition,
      isIndented,
      glyph: isIndented ? null : glyphOf(transition),
      runs: runsOf(transition, isIndented),
    };
  });
}

function runsOf(transition: ChartTransition, isIndented: boolean): readonly Run[] {
  const runs: Run[] = [];
  // The dashes of an arrow already show it.
  const word = transition.event === "" && staysIn(transition) ? "always" : wordFor(transition);
  if (!isIndented && word !== "") runs.push({ text: shorten(word), look: "event" });
  if (transition.guard !== null) runs.push({ text: `[${shorten(transition.guard)}]`, look: "guard" });
  else if (transition.index > 0) runs.push({ text: "else", look: "muted" });
  if (isIgnored(transition)) runs.push({ text: "ignored", look: "muted" });
  return runs;
}

const isIgnored = ({ targets, actions, isReentering }: ChartTransition): boolean =>
  targets.length === 0 && actions.length === 0 && !isReentering;

function glyphOf(transition: ChartTransition): Line["glyph"] {
  if (transition.kind === "deadline" || transition.kind === "after") return "clock";
  return transition.isReentering && staysIn(transition) ? "again" : null;
}

const staysIn = ({ targets, source }: ChartTransition): boolean => targets.every((target) => target === source);

/** An event as a text for people: XState's own events are named after their cause. */
function wordFor({ kind, event, delay }: ChartTransition): string {
  if (kind === "after") return `after ${typeof delay === "number" ? durationOf(delay) : (delay ?? event)}`;
  if (kind !== "done" && kind !== "error" && kind !== "snapshot") return event;
  const [, child = ""] = /^xstate\.(?:done\.actor|error\.actor|snapshot)\.(.*)$/s.exec(event) ?? [];
  // A child without a name is identified by its number.
  return child === "" || /^\d+\./.test(child) ? kind : `${kind}: ${child}`;
}

const durationOf = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`);

const gap = 5;

export function lineWidth({ glyph, isIndented, runs }: Line): number {
  const indent = (isIndented ? indentWidth : 0) + (glyph === null ? 0 : glyphWidth);
  return runs.reduce((width, run) => width + gap + widthOf(run.text, "line"), indent - gap);
}

const listedMax = 3;

/**
 * The entry and exit actions, the invoked actors and the tags of a state, in small lines; of many names, only the first three.
 */
export function notesOf(state: ChartState): readonly string[] {
  const notes = [
    noteOf("entry", state.entry),
    noteOf("exit", state.exit),
    noteOf("runs", state.invokes),
    state.tags.length === 0 ? null : shorten(state.tags.map((tag) => `#${tag}`).join(" ")),
  ];
  return notes.filter((note) => note !== null);
}

function noteOf(word: string, names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const more = names.length > listedMax ? `, ${names.length - listedMax} more` : "";
  return `${word}: ${shorten(names.slice(0, listedMax).join(", "))}${more}`;
}

const titleCharactersMax = 1_000;

/** All details of a transition, which are shown while a pointer is on it. */
export function titleOf(transition: ChartTransition): string {
  const { event, guard, source, targets, actions, description, isReentering } = transition;
  const parts = [
    `${source === "" ? "any state" : source}: ${event === "" ? "always" : wordFor(transition)}`,
    guard === null ? "" : `[${guard}]`,
    targets.length === 0 ? "" : `to ${targets.join(", ")}`,
    isReentering ? "(enters anew)" : "",
    actions.length === 0 ? "" : `does ${actions.join(", ")}`,
    description === "" ? "" : `– ${description}`,
  ];
  return parts
    .filter((part) => part !== "")
    .join(" ")
    .slice(0, titleCharactersMax);
}
