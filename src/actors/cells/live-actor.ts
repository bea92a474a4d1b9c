import type { ActorScope, AnyEventObject, AnyMachineSnapshot, AnyStateMachine, AnyTransitionDefinition } from "xstate";
import { createActor, createMachine } from "xstate";
import { Defect } from "../../core/assert.ts";
import type { AnyEffect, AnyEvent } from "../actor-definition.ts";

/** What a machine decided last: all it takes to go on. */
export interface ActorState {
  readonly state: unknown;
  readonly context: unknown;
}

/** What the machine that is being stepped has emitted. Steps run to their end, one at a time: all actors share the list. */
let emitted: AnyEffect[] = [];

/** Never started: machines without children and delays ask nothing of who they are. */
const host = createActor(createMachine({}));

/**
 * What XState's actor logic is stepped in. Its own actors bring a mailbox, a system, observers and listeners each, which nobody
 * here uses and which cost more than the step: our cells, mailboxes and turns are that part of the actor.
 */
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

/** A transition that was taken: the state it leaves from (its path), the event (empty for one that is taken always), and its place among those of that event. */
export interface TakenTransition {
  readonly source: string;
  readonly event: string;
  readonly index: number;
}

/** An XState machine at work: its snapshot, and what it emitted since it was asked last. */
export class LiveActor implements ActorState {
  readonly #machine: AnyStateMachine;
  #snapshot: AnyMachineSnapshot;
  #effects: readonly AnyEffect[] = noEffects;

  private constructor(machine: AnyStateMachine, snapshot: AnyMachineSnapshot) {
    this.#machine = machine;
    this.#snapshot = snapshot;
  }

  /** A new one, with what its first states ask for. Throws what the machine threw. */
  static create(machine: AnyStateMachine, input: unknown): LiveActor {
    const earlier = emitted;
    emitted = [];
    try {
      const snapshot: AnyMachineSnapshot = machine.getInitialSnapshot(scope, input);
      if (snapshot.status === "error") throw snapshot.error ?? new Defect("A machine failed without saying why");
      const actor = new LiveActor(machine, snapshot);
      actor.#effects = emitted;
      return actor;
    } finally {
      emitted = earlier;
    }
  }

  /** Continues what was decided. Source of the shape: what `getPersistedSnapshot` gives for a machine without children. */
  static restore(machine: AnyStateMachine, { state: value, context }: ActorState): LiveActor {
    const stored = { status: "active", value, context, historyValue: {}, children: {} };
    return new LiveActor(machine, machine.restoreSnapshot(stored as never, scope));
  }

  get state(): unknown {
    return this.#snapshot.value;
  }

  get context(): unknown {
    return this.#snapshot.context;
  }

  /** Runs one event to its end; answers whether state or context is another now. Throws what the machine threw. */
  send(event: AnyEvent): boolean {
    emitted = this.#effects === noEffects ? [] : [...this.#effects];
    const { value, context } = this.#snapshot;
    this.#snapshot = this.#machine.transition(this.#snapshot, event, scope);
    this.#effects = emitted;
    return this.#snapshot.context !== context || this.#snapshot.value !== value;
  }

  /** As `send`, and notes the transitions that were taken: XState is asked for them, which costs more than the step itself. */
  sendTraced(event: AnyEvent, taken: TakenTransition[]): boolean {
    const tracing = host.system.inspect((inspected) => {
      if (inspected.type === "@xstate.microstep") taken.push(...inspected._transitions.map(nameTransition));
    });
    try {
      return this.send(event);
    } finally {
      tracing.unsubscribe();
    }
  }

  /** In the order they were emitted. */
  takeEffects(): readonly AnyEffect[] {
    const effects = this.#effects;
    this.#effects = noEffects;
    return effects;
  }
}

function nameTransition(transition: AnyTransitionDefinition): TakenTransition {
  const { source, eventType } = transition;
  const among = eventType === "" ? source.always : source.transitions.get(eventType);
  return { source: source.path.join("."), event: eventType, index: among?.indexOf(transition) ?? -1 };
}

/** Shared: most actors have told all they had to. */
const noEffects: readonly AnyEffect[] = [];
