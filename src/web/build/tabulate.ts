import { initialTransition, transition } from "xstate";
import { widgetMachine } from "../../../machines/widget/widget.machine.ts";
import type { WidgetEvent, WidgetInput, WidgetState } from "../../../machines/widget/widget.types.ts";
import { nameOfEvent, nameOfStart } from "../../../machines/widget/widget-names.ts";
import { widgetStateOf } from "../../../machines/widget/widget-state.ts";

/**
 * The window's machine with every question answered beforehand. Its context is two facts, so that there are few situations; where it runs
 * a table of a few hundred bytes does what the machine says, without 12 KB of interpreter.
 */
export interface WindowTable {
  /** Of each situation, by its number. */
  readonly states: readonly WidgetState[];
  /** The situation a widget begins in, by `nameOfStart`. */
  readonly starts: Readonly<Record<string, number>>;
  /** What may happen, by `nameOfEvent`: the columns of `next`. */
  readonly events: readonly string[];
  /** By situation and event: the situation after it. */
  readonly next: readonly (readonly number[])[];
}

const inputs: readonly WidgetInput[] = (["online", "offline"] as const).flatMap((mode) =>
  [true, false].map((isChatting) => ({ mode, isChatting })),
);

const events: readonly WidgetEvent[] = [
  { type: "window.open-requested" },
  { type: "window.close-requested" },
  { type: "call.form-requested" },
  { type: "call.form-left" },
  { type: "contacts.wanted" },
  { type: "contacts.done" },
  { type: "writing.requested" },
  { type: "mode.changed", mode: "online" },
  { type: "mode.changed", mode: "offline" },
  { type: "chat.changed", isChatting: true },
  { type: "chat.changed", isChatting: false },
];

/** Lets XState take every event in every situation that can be reached. */
export function tabulate(): WindowTable {
  const numbers = new Map<string, number>();
  const situations: Snapshot[] = [];
  const numberOf = (snapshot: Snapshot): number => {
    const name = `${widgetStateOf(snapshot.value)} ${nameOfStart(snapshot.context)}`;
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, situations.length);
    return situations.push(snapshot) - 1;
  };
  const starts = Object.fromEntries(
    inputs.map((input) => [nameOfStart(input), numberOf(initialTransition(widgetMachine, input)[0])]),
  );
  const next: number[][] = [];
  // It grows while it is walked.
  for (const snapshot of situations)
    next.push(events.map((event) => numberOf(transition(widgetMachine, snapshot, event)[0])));
  const states = situations.map(({ value }) => widgetStateOf(value));
  return { states, starts, events: events.map(nameOfEvent), next };
}

type Snapshot = ReturnType<typeof initialTransition<typeof widgetMachine>>[0];
