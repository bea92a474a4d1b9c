import { isDeepStrictEqual } from "node:util";
import type { AnyMachineSnapshot } from "xstate";
import { initialTransition, transition } from "xstate";
import type { CompiledLogic } from "../../src/actors/logic/compile-logic.ts";
import type { CompiledSnapshot } from "../../src/actors/logic/stepper.ts";
import type { AnyEffect, AnyEvent } from "../../src/actors/pending.ts";

interface ActorState {
  readonly state: unknown;
  readonly context: unknown;
}
interface Came extends ActorState {
  readonly effects: readonly AnyEffect[];
}

/**
 * A machine that its compiled logic and XState's own functions step side by side. A step throws if state, context or effects
 * differ. The values of this object are those of the compiled logic.
 */
export class BothWays implements ActorState {
  readonly #logic: CompiledLogic;
  #snapshot: CompiledSnapshot;
  #effects: AnyEffect[];

  private constructor(logic: CompiledLogic, snapshot: CompiledSnapshot, effects: AnyEffect[]) {
    this.#logic = logic;
    this.#snapshot = snapshot;
    this.#effects = effects;
  }

  static create(logic: CompiledLogic, input: unknown): BothWays {
    const effects: AnyEffect[] = [];
    const snapshot = logic.begin(input, effects);
    const actor = new BothWays(logic, snapshot, effects);
    compareBeginning(logic, input, { state: actor.state, context: actor.context, effects });
    return actor;
  }

  static restore(logic: CompiledLogic, { state, context }: ActorState): BothWays {
    return new BothWays(logic, logic.restore(state, Object(context)), []);
  }

  get state(): unknown {
    return this.#snapshot.value;
  }

  get context(): unknown {
    return this.#snapshot.context;
  }

  send(event: AnyEvent): void {
    const { state, context } = this;
    const effects: AnyEffect[] = [];
    this.#snapshot = this.#logic.step(this.#snapshot, event, effects);
    compareStep(this.#logic, { state, context }, event, { state: this.state, context: this.context, effects });
    this.#effects = [...this.#effects, ...effects];
  }

  /** In the order they were emitted. */
  takeEffects(): readonly AnyEffect[] {
    const effects = this.#effects;
    this.#effects = [];
    return effects;
  }
}

/** Throws unless XState begins the machine with the same result as the compiled logic. */
export function compareBeginning({ machine }: CompiledLogic, input: unknown, came: Came): void {
  compare(`${machine.id}: its beginning`, came, initialTransition(machine, input as never));
}

/** Throws unless XState's own step has the same result. */
export function compareStep({ machine }: CompiledLogic, before: ActorState, event: AnyEvent, came: Came): void {
  const snapshot: AnyMachineSnapshot = machine.resolveState({ value: before.state, context: before.context } as never);
  const what = `${machine.id}: ${event.type} in ${JSON.stringify(before.state)}`;
  compare(what, came, transition(machine, snapshot, event as never));
}

interface EmitAction {
  readonly params?: { readonly event?: unknown };
}

function compare(
  what: string,
  { state, context, effects }: Came,
  [snapshot, actions]: readonly [AnyMachineSnapshot, readonly unknown[]],
): void {
  const came = { state, context, effects };
  const emitted = (actions as readonly EmitAction[]).map(({ params }) => params?.event);
  const expected = { state: snapshot.value, context: snapshot.context, effects: emitted };
  if (isDeepStrictEqual(came, expected)) return;
  throw new Error(`${what}: XState has ${JSON.stringify(expected)}, the compiled logic has ${JSON.stringify(came)}`);
}
