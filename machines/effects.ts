import type { ActorKey, ConversationKey } from "./ids.ts";

/** One tell: which actor, in which conversation (the emitting actor's own when absent), what. */
export interface Tell<Event> {
  readonly to: ActorKey;
  readonly conversation?: ConversationKey;
  readonly event: Event;
}

/**
 * Tells other actors. Inside the same conversation the told actor's turn runs in the same commit; to any
 * other conversation the tell becomes a stored row, carried out at least once.
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
  /** Fire right after a restart of the process, whatever `atMs` says. */
  readonly atRestart: boolean;
}

export interface ClearDeadlineEffect {
  readonly type: "effect.deadline.clear";
  readonly id: string;
}

/** The step a person asked for is not allowed in this state: the caller gets 409 `conflict`. */
export interface RefuseEffect {
  readonly type: "effect.request.refuse";
  readonly message: string;
}

export interface DeadlineReached {
  readonly type: "deadline.reached";
  readonly id: string;
  readonly atMs: number;
  readonly nowMs: number;
  /** True when it fires because the process was started again. */
  readonly restarted: boolean;
}

/** For a step that asks for something only in some contexts. */
export const nothing: TellEffect<never> = { type: "effect.actor.tell", tells: [] };
