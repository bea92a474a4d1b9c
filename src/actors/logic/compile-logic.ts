import type { ActorLogic, AnyActorScope, AnyStateMachine, EventObject, Snapshot } from "xstate";
import type { CompiledSnapshot, Microstep } from "./stepper.ts";
import { Stepper, StoppedSnapshot } from "./stepper.ts";

/**
 * XState's actor logic of a machine with compiled steps. `createActor`, `inspect` and `xstate/graph` accept it in place of the
 * machine, and the machine stays the definition. Throws a `Defect` when the machine has a feature that the compiled steps do not
 * know.
 */
export const compileLogic = (machine: AnyStateMachine): CompiledLogic => new CompiledLogic(machine);

/** The `Stepper` does the machine's part of the logic; this class adds what XState's actors need beside it. */
export class CompiledLogic
  extends Stepper
  implements ActorLogic<Snapshot<unknown> & CompiledSnapshot, EventObject, unknown>
{
  getInitialSnapshot(scope: AnyActorScope, input: unknown): CompiledSnapshot & Snapshot<unknown> {
    const microsteps: Microstep[] = [];
    const snapshot = this.begin(input, [], microsteps);
    const event = { type: "xstate.init", input };
    for (const [index, microstep] of microsteps.entries()) show(microstep, event, scope, index > 0);
    return snapshot as CompiledSnapshot & Snapshot<unknown>;
  }

  /** Bound, as a machine's is: `xstate/graph` calls it without its object. */
  readonly transition = (
    snapshot: CompiledSnapshot,
    event: EventObject,
    scope: AnyActorScope,
  ): CompiledSnapshot & Snapshot<unknown> => {
    const microsteps: Microstep[] = [];
    const isStop = event.type === "xstate.stop";
    const next = isStop
      ? new StoppedSnapshot(snapshot.leaf, snapshot.context)
      : this.step(snapshot, event, [], microsteps);
    if (isStop) microsteps.push({ definition: null, snapshot: next, effects: [] });
    for (const microstep of microsteps) show(microstep, event, scope, true);
    return next as CompiledSnapshot & Snapshot<unknown>;
  };

  /** In the form in which the machine would persist it. */
  getPersistedSnapshot(snapshot: CompiledSnapshot): Snapshot<unknown> {
    return this.machine.getPersistedSnapshot(snapshot.asMachineSnapshot());
  }

  /** Restores a snapshot that the machine, or this logic, persisted. */
  restoreSnapshot(stored: Snapshot<unknown>): CompiledSnapshot & Snapshot<unknown> {
    const { value, context } = stored as unknown as CompiledSnapshot;
    return this.restore(value, context) as CompiledSnapshot & Snapshot<unknown>;
  }
}

interface InspectedSystem {
  _sendInspectionEvent(event: object): void;
}

/**
 * Passes the emitted effects of a microstep to the runner of the actor, and the microstep to its inspector. XState does the same
 * for a machine.
 */
function show(
  { definition, snapshot, effects }: Microstep,
  event: EventObject,
  scope: AnyActorScope,
  isInspected: boolean,
): void {
  const { self, system } = scope;
  for (const effect of effects) {
    scope.actionExecutor({
      type: "xstate.emit",
      info: { context: snapshot.context, event, self, system },
      params: { event: effect },
      exec: () => scope.defer(() => scope.emit(effect)),
    } as never);
  }
  if (!isInspected) return;
  // XState's types leave out the method with which its own logic notifies an inspector.
  (system as unknown as InspectedSystem)._sendInspectionEvent({
    type: "@xstate.microstep",
    actorRef: self,
    event,
    snapshot,
    _transitions: definition === null ? [] : [definition],
  });
}
