import type { ActorLogic, AnyActorScope, AnyStateMachine, EventObject, Snapshot } from "xstate";
import type { CompiledSnapshot } from "./compiled-snapshot.ts";
import { StoppedSnapshot } from "./compiled-snapshot.ts";
import type { Microstep } from "./stepper.ts";
import { Stepper } from "./stepper.ts";

/**
 * XState's actor logic of a machine whose steps are compiled: `createActor`, `inspect` and `xstate/graph` take it in the machine's place, and the machine
 * stays the definition. Throws a `Defect` when the machine has what the compiled steps do not know.
 */
export const compileLogic = (machine: AnyStateMachine): CompiledLogic => new CompiledLogic(machine);

/** The machine's own part of the logic is the `Stepper`; the rest is what XState's actors ask beside it. */
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

  /** Bound, as a machine's is: `xstate/graph` calls it alone. */
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

  /** As the machine would keep it. */
  getPersistedSnapshot(snapshot: CompiledSnapshot): Snapshot<unknown> {
    return this.machine.getPersistedSnapshot(snapshot.asMachineSnapshot());
  }

  /** From what the machine, or this, kept. */
  restoreSnapshot(stored: Snapshot<unknown>): CompiledSnapshot & Snapshot<unknown> {
    const { value, context } = stored as unknown as CompiledSnapshot;
    return this.restore(value, context) as CompiledSnapshot & Snapshot<unknown>;
  }
}

interface InspectedSystem {
  _sendInspectionEvent(event: object): void;
}

/** Hands what a microstep emitted to whoever runs the actor, and the microstep to whoever inspects it: as XState does for a machine. */
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
  // XState's types leave out what its own logic tells an inspector by.
  (system as unknown as InspectedSystem)._sendInspectionEvent({
    type: "@xstate.microstep",
    actorRef: self,
    event,
    snapshot,
    _transitions: definition === null ? [] : [definition],
  });
}
