import type { DeadlineReached, RefuseEffect, SetDeadlineEffect, TellEffect } from "../../../machines/effects.ts";
import type { ActorKey, ConversationKey } from "../../../machines/ids.ts";

export interface CounterContext {
  readonly count: number;
  /** At this count the counter is full. */
  readonly limit: number;
}

/** Also creates the counter. */
export interface CounterBegan {
  readonly type: "counter.began";
  readonly limit: number;
}
export interface CounterRaised {
  readonly type: "counter.raised";
  readonly nowMs: number;
  readonly by: number;
  /** Another counter to raise as well. */
  readonly partner?: { readonly to: ActorKey; readonly conversation?: ConversationKey };
}
/** A defect: the machine throws. */
export interface CounterBroken {
  readonly type: "counter.broken";
}
export type CounterEvent = CounterBegan | CounterRaised | CounterBroken | DeadlineReached;

/** The count is stored. */
interface StoreCountEffect {
  readonly type: "effect.count.store";
  readonly count: number;
}
/** A bell rings when the full counter is stored. */
export interface RingBellEffect {
  readonly type: "effect.bell.ring";
  readonly count: number;
}
export type CounterEffect =
  | StoreCountEffect
  | RingBellEffect
  | SetDeadlineEffect
  | RefuseEffect
  | TellEffect<CounterBegan | CounterRaised>;
