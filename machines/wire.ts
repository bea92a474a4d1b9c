import { assign, emit } from "xstate";

/**
 * Some of a machine's steps, by their names in its chart. Each is a function of the context and of an event. The type of that event says
 * where the step may be used: `Chart` checks this. A step that does not use its event may be used anywhere.
 */
export interface Steps<Context, Effect> {
  readonly guards?: Table<(context: Context, event: never) => boolean>;
  /** The changed part of the context. */
  readonly assigns?: Table<Step<Context, Partial<Context>>>;
  /** The effects. */
  readonly emits?: Table<Step<Context, Effect>>;
}

type Table<Value> = Readonly<Record<string, Value>>;
/** A constant result is written without a function. */
type Step<Context, Result> = ((context: Context, event: never) => Result) | Result;
type Kind = "guards" | "assigns" | "emits";
type Part<S, K extends Kind> = S extends { readonly [Key in K]: infer P } ? P : never;
type Typed = { readonly type: string };

type EventOf<S> = S extends (context: never, event: infer Event) => unknown ? Event : unknown;
/** Names of the steps that accept every such event. */
type Fit<P, Event> = P extends unknown
  ? keyof { [Name in keyof P as [Event] extends [EventOf<P[Name]>] ? Name : never]: true }
  : never;

type OneOrMore<Value> = Value | readonly Value[];
type ActionFor<S, Event> = Fit<Part<S, "assigns"> | Part<S, "emits">, Event>;
interface Transition<S, Event> {
  readonly guard?: Fit<Part<S, "guards">, Event>;
  readonly target?: string;
  readonly actions?: OneOrMore<ActionFor<S, Event>>;
}

/**
 * Checks a chart, with `satisfies`: the transitions of an event have only steps that accept that event; places that any event may reach
 * (entry, exit, always) have only steps that accept all events.
 */
export interface Chart<S, Event extends Typed> {
  readonly initial?: string;
  readonly on?: {
    readonly [Type in Event["type"]]?: OneOrMore<Transition<S, Extract<Event, { readonly type: Type }>>>;
  };
  readonly always?: OneOrMore<Transition<S, Event>>;
  readonly entry?: OneOrMore<ActionFor<S, Event>>;
  readonly exit?: OneOrMore<ActionFor<S, Event>>;
  readonly states?: Readonly<Record<string, Chart<S, Event>>>;
}

interface MachineTypes<Context, Event, Input, Effect> {
  readonly context: Context;
  readonly events: Event;
  readonly input: Input;
  readonly emitted: Effect;
}
interface Args<Context, Event> {
  readonly context: Context;
  readonly event: Event;
}
type Names<P> = P extends unknown ? keyof P : never;
/** The parameters of XState's `setup`. */
interface Wired<Context, Event, Input, Effect, S> {
  readonly types: MachineTypes<Context, Event, Input, Effect>;
  readonly guards: { readonly [Name in Names<Part<S, "guards">>]: (args: Args<Context, Event>) => boolean };
  readonly actions: {
    readonly [Name in Names<Part<S, "assigns"> | Part<S, "emits">>]: (args: Args<Context, Event>) => void;
  };
}

/** The steps in XState's form, which does not know their events: `Chart` checks those. Throws when two steps have one name. */
export function wire<Context, Event extends Typed, Input, Effect, All extends readonly Steps<Context, Effect>[]>(
  types: MachineTypes<Context, Event, Input, Effect>,
  ...steps: All
): Wired<Context, Event, Input, Effect, All[number]> {
  const guards = tableOf(steps.flatMap((part) => made(part.guards, (step) => step)));
  const actions = tableOf(
    steps.flatMap((part) => [...made(part.assigns, (step) => assign(step)), ...made(part.emits, (step) => emit(step))]),
  );
  return { types, guards, actions } as never;
}

type Entry = readonly [name: string, step: unknown];

const made = (table: Table<unknown> = {}, make: (step: never) => unknown): readonly Entry[] =>
  Object.entries(table).map(([name, step]) => [name, make(toXState(step) as never)]);

const toXState = (step: unknown): unknown =>
  typeof step === "function" ? ({ context, event }: Args<unknown, unknown>) => step(context, event) : step;

function tableOf(entries: readonly Entry[]): Table<unknown> {
  const table = Object.fromEntries(entries);
  if (Object.keys(table).length < entries.length)
    throw new Error(`Expected one step of each name, got: ${entries.map(([name]) => name).join(", ")}`);
  return table;
}
