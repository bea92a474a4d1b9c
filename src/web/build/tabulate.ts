import { initialTransition, transition } from "xstate";
import { widgetMachine } from "../../../machines/widget/widget.machine.ts";
import type { WidgetEvent, WidgetInput, WidgetState } from "../../../machines/widget/widget-state.ts";
import { nameOfEvent, nameOfStart, widgetStateOf } from "../../../machines/widget/widget-state.ts";

/**
 * The window's machine as a table with all transitions. The context of the machine is only two facts, so there are few situations.
 * Browsers get a table of a few hundred bytes instead of 12 KB of interpreter.
 */
export interface WindowTable {
  /** The state of each situation. The index is the situation's number. */
  readonly states: readonly WidgetState[];
  /** The number of the situation in which a widget starts, by `nameOfStart`. */
  readonly starts: Readonly<Record<string, number>>;
  /** The events by `nameOfEvent`. They are the columns of `next`. */
  readonly events: readonly string[];
  /** The number of the next situation, by situation and event. */
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

/** Runs every event in every reachable situation with XState. */
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
  // `numberOf` adds new situations during this loop.
  for (const snapshot of situations)
    next.push(events.map((event) => numberOf(transition(widgetMachine, snapshot, event)[0])));
  const states = situations.map(({ value }) => widgetStateOf(value));
  return { states, starts, events: events.map(nameOfEvent), next };
}

type Snapshot = ReturnType<typeof initialTransition<typeof widgetMachine>>[0];
