import type { ActorScope, AnyEventObject, AnyMachineSnapshot, AnyTransitionDefinition } from "xstate";
import { createActor, createMachine } from "xstate";
import { Defect } from "../../core/result.ts";
import type { AnyEffect, AnyEvent } from "../pending.ts";
import type { CompiledSnapshot, Stepper } from "./stepper.ts";

/**
 * A transition that was taken: the path of the state that it leaves, the event, and its place among the transitions of that event.
 * The event is empty for a transition without an event.
 */
export interface TakenTransition {
  readonly source: string;
  readonly event: string;
  readonly index: number;
}

/**
 * A watched actor takes a step of XState itself, so that a watcher sees what the library did. Returns the same as `Stepper.step`,
 * and notes the transitions that were taken.
 */
export function takeWatchedStep(
  logic: Stepper,
  snapshot: CompiledSnapshot,
  event: AnyEvent,
  effects: AnyEffect[],
  taken: TakenTransition[],
): CompiledSnapshot {
  const tracing = host.system.inspect((inspected) => {
    if (inspected.type === "@xstate.microstep") taken.push(...inspected._transitions.map(nameTransition));
  });
  emitted = effects;
  try {
    const before = snapshot.asMachineSnapshot();
    const { value, context } = logic.machine.transition(before, event, scope);
    return context === before.context && value === before.value ? snapshot : logic.restore(value, context);
  } finally {
    tracing.unsubscribe();
  }
}

/** The list for the effects of the machine that is being stepped. Steps run to their end, one at a time. */
let emitted: AnyEffect[] = [];

/** Never started: machines without children and delays do not use their actor. */
const host = createActor(createMachine({}));

/** The scope in which XState's logic is stepped, without one of XState's actors around it. */
const scope: ActorScope<AnyMachineSnapshot, AnyEventObject> = {
  self: host,
  id: host.id,
  sessionId: host.sessionId,
  logger: () => undefined,
  system: host.system,
  defer: (work) => work(),
  emit: (effect) => void emitted.push(effect as unknown as AnyEffect),
  actionExecutor: (action) => action.exec?.(action.info, action.params),
  stopChild: (child) => {
    throw new Defect(`Expected no machine to have children, got ${child.id}`);
  },
};

function nameTransition(transition: AnyTransitionDefinition): TakenTransition {
  const { source, eventType } = transition;
  const among = eventType === "" ? source.always : source.transitions.get(eventType);
  return { source: source.path.join("."), event: eventType, index: among?.indexOf(transition) ?? -1 };
}
