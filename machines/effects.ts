import type { ActorKey, ConversationKey } from "./ids.ts";

/** One tell: the receiving actor, its conversation (absent, that of the emitting actor), and the event. */
export interface Tell<Event> {
  readonly to: ActorKey;
  readonly conversation?: ConversationKey;
  readonly event: Event;
}

/**
 * Tells other actors. Inside the same conversation the receiving actor's turn runs in the same commit; to any other
 * conversation the tell becomes a stored row, carried out at least once.
 */
export interface TellEffect<Event> {
  readonly type: "effect.actor.tell";
  readonly tells: readonly Tell<Event>[];
}

/** Stores a deadline; a second one with the same `id` replaces the first. */
export interface SetDeadlineEffect {
  readonly type: "effect.deadline.set";
  readonly id: string;
  readonly atMs: number;
  /** Fires right after a restart of the process, whatever `atMs` says. */
  readonly atRestart: boolean;
}

export interface ClearDeadlineEffect {
  readonly type: "effect.deadline.clear";
  readonly id: string;
}

/** The request of a person is not allowed in this state: the caller gets 409 `conflict`. */
export interface RefuseEffect {
  readonly type: "effect.request.refuse";
  readonly message: string;
}

export interface DeadlineReached {
  readonly type: "deadline.reached";
  readonly id: string;
  readonly atMs: number;
  readonly nowMs: number;
  /** True when it fires because the process restarted. */
  readonly restarted: boolean;
}

/** For a step that emits a tell only in some contexts. */
export const nothing: TellEffect<never> = { type: "effect.actor.tell", tells: [] };
/**
 * A value that a step may rely on, because a guard of its transition has checked it or an earlier step has set it. Throws when it is
 * missing: then the chart is wrong, and the runtime undoes the event.
 */
export function given<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new Error(`Expected ${what}, got ${value}`);
  return value;
}
