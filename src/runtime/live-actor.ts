import type { Actor, AnyStateMachine } from "xstate";
import { Defect } from "../core/assert.ts";
import type { ActorEvent, Effect } from "./effects.ts";

/** What a machine decided last: all it takes to go on. */
export interface ActorState {
  readonly state: unknown;
  readonly context: unknown;
}

/** A running XState actor, and what it emitted since it was asked last. */
export class LiveActor implements ActorState {
  readonly #actor: Actor<AnyStateMachine>;
  #effects: Effect[] = [];
  #defect: unknown;

  constructor(actor: Actor<AnyStateMachine>) {
    this.#actor = actor;
    actor.on("*", (emitted) => this.#effects.push(emitted as Effect));
    actor.subscribe({
      error: (error) => {
        this.#defect = error ?? new Defect("An actor failed without saying why");
      },
    });
    actor.start();
  }

  get state(): unknown {
    return this.#actor.getSnapshot().value;
  }

  get context(): unknown {
    return this.#actor.getSnapshot().context;
  }

  send(event: ActorEvent): void {
    this.#actor.send(event);
  }

  /** In the order they were emitted. Throws what the machine threw. */
  takeEffects(): readonly Effect[] {
    if (this.#defect !== undefined) throw this.#defect;
    const effects = this.#effects;
    if (effects.length > 0) this.#effects = [];
    return effects;
  }

  stop(): void {
    this.#actor.stop();
  }
}
