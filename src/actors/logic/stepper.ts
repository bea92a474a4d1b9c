import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
  EventObject,
  StateValue,
} from "xstate";
import { Defect } from "../../core/assert.ts";
import type { AnyEffect, AnyEvent } from "../pending.ts";
import type { Candidate, Leaf } from "./compile-leaves.ts";
import { checkFeatures, compileLeaves } from "./compile-leaves.ts";

/** For an observer of a step: a transition that was taken, and the decision up to it. */
export interface Microstep {
  /** `null` without a transition: on entry into the first state, and for an event that no transition takes. */
  readonly definition: AnyTransitionDefinition | null;
  readonly snapshot: CompiledSnapshot;
  readonly effects: readonly AnyEffect[];
}

/**
 * Steps a machine. XState looks up at each step which transitions an event may take, their guards and actions, and the states that
 * are left and entered. This class resolves all of that only once. State, context and effects equal those of the machine itself.
 */
export class Stepper {
  readonly machine: AnyStateMachine;
  readonly #leaves: ReadonlyMap<string, Leaf>;
  readonly #beginning: Candidate;

  /** Throws when the machine has an unknown feature. */
  constructor(machine: AnyStateMachine) {
    checkFeatures(machine);
    const { leaves, beginning } = compileLeaves(machine);
    this.machine = machine;
    this.#leaves = new Map(leaves.map((leaf) => [nameOf(leaf.value), leaf]));
    this.#beginning = beginning;
  }

  /** Begins a new actor and appends the effects of its first states. Throws any error of a guard or an action. */
  begin(input: unknown, effects: AnyEffect[], microsteps: Microstep[] | null = null): CompiledSnapshot {
    const event = { type: "xstate.init", input };
    const made: unknown = this.machine.config.context;
    const context = Object(typeof made === "function" ? made({ input }) : made);
    const first = take(this.#beginning, new CompiledSnapshot(this.#beginning.to, context), event, effects, microsteps);
    return settle(first, event, effects, microsteps);
  }

  /** Restores a stored state and context. Throws when the machine has no such state. */
  restore(value: unknown, context: object): CompiledSnapshot {
    return new CompiledSnapshot(this.#leafOf(value as StateValue), context);
  }

  /**
   * Runs one event to its end: its transition, then all transitions without an event. Returns the same snapshot when state and
   * context are unchanged; appends effects in the order they are emitted. Throws any error of a guard or an action.
   */
  step(
    snapshot: CompiledSnapshot,
    event: AnyEvent,
    effects: AnyEffect[],
    microsteps: Microstep[] | null = null,
  ): CompiledSnapshot {
    const taken = select(snapshot.leaf.on.get(event.type), snapshot, event);
    if (taken === null) microsteps?.push({ definition: null, snapshot, effects: [] });
    const next = taken === null ? snapshot : take(taken, snapshot, event, effects, microsteps);
    return settle(next, event, effects, microsteps);
  }

  #leafOf(value: StateValue): Leaf {
    const leaf = this.#leaves.get(nameOf(value));
    if (leaf !== undefined) return leaf;
    // The value of a state with inner states means its initial inner state.
    const whole = this.machine.resolveState({ value, context: {} } as never).value;
    const first = this.#leaves.get(nameOf(whole));
    if (first === undefined) throw new Defect(`Expected a state of ${this.machine.id}, got ${nameOf(value)}`);
    return first;
  }
}

/** The first candidate whose guard allows it. */
function select(
  candidates: readonly Candidate[] | undefined,
  { context }: CompiledSnapshot,
  event: AnyEvent,
): Candidate | null {
  if (candidates === undefined) return null;
  for (const candidate of candidates) {
    const { guard } = candidate;
    if (guard === null || guard({ context, event })) return candidate;
  }
  return null;
}

function take(
  { actions, to, definition }: Candidate,
  snapshot: CompiledSnapshot,
  event: AnyEvent,
  effects: AnyEffect[],
  microsteps: Microstep[] | null,
): CompiledSnapshot {
  const known = effects.length;
  let { context } = snapshot;
  for (const action of actions) {
    if (action.isAssign) context = { ...context, ...action.make({ context, event }) };
    else effects.push(action.make({ context, event }));
  }
  const isSame = context === snapshot.context && to === snapshot.leaf;
  const next = isSame ? snapshot : new CompiledSnapshot(to, context);
  microsteps?.push({ definition, snapshot: next, effects: effects.slice(known) });
  return next;
}

/** Takes transitions without an event until none is left, or until one changes nothing. */
function settle(
  snapshot: CompiledSnapshot,
  event: AnyEvent,
  effects: AnyEffect[],
  microsteps: Microstep[] | null,
): CompiledSnapshot {
  let settled = snapshot;
  while (settled.leaf.always.length > 0) {
    const taken = select(settled.leaf.always, settled, event);
    if (taken === null) break;
    const next = take(taken, settled, event, effects, microsteps);
    if (next === settled) break;
    settled = next;
  }
  return settled;
}

const nameOf = (value: StateValue): string => (typeof value === "string" ? value : JSON.stringify(value));

/**
 * The state and context of an actor of a compiled machine. XState needs the rest of a machine's snapshot, which is made only when XState
 * asks for it: a step needs none of it.
 */
export class CompiledSnapshot {
  readonly leaf: Leaf;
  readonly context: object;

  constructor(leaf: Leaf, context: object) {
    this.leaf = leaf;
    this.context = context;
  }

  get status(): "active" | "stopped" {
    return "active";
  }
  get output(): undefined {
    return undefined;
  }
  get error(): undefined {
    return undefined;
  }
  get machine(): AnyStateMachine {
    return this.leaf.machine;
  }
  get value(): StateValue {
    return this.leaf.value;
  }
  get children(): Readonly<Record<string, never>> {
    return {};
  }
  get historyValue(): Readonly<Record<string, never>> {
    return {};
  }
  get tags(): ReadonlySet<string> {
    return this.asMachineSnapshot().tags;
  }
  get _nodes(): readonly AnyStateNode[] {
    return this.asMachineSnapshot()._nodes;
  }

  matches(value: StateValue): boolean {
    return this.asMachineSnapshot().matches(value as never);
  }
  can(event: EventObject): boolean {
    return this.asMachineSnapshot().can(event);
  }
  hasTag(tag: string): boolean {
    return this.asMachineSnapshot().hasTag(tag as never);
  }
  getMeta(): Readonly<Record<string, unknown>> {
    return this.asMachineSnapshot().getMeta();
  }
  toJSON(): unknown {
    return this.asMachineSnapshot().toJSON();
  }

  /** The snapshot that the machine itself would have. */
  asMachineSnapshot(): AnyMachineSnapshot {
    const { machine, value, context, status } = this;
    return machine.resolveState({ value, context, status } as never);
  }
}

/** The snapshot of an actor that XState has stopped. */
export class StoppedSnapshot extends CompiledSnapshot {
  override get status(): "stopped" {
    return "stopped";
  }
}
