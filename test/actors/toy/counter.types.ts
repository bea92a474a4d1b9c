import type { DeadlineReached, RefuseEffect, SetDeadlineEffect, TellEffect } from "../../../machines/effects.ts";
import type { ActorKey, ConversationKey } from "../../../machines/ids.ts";

export interface CounterContext {
  readonly count: number;
  /** Here the counter is full. */
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
  /** Another counter that is to be raised as well. */
  readonly partner?: { readonly to: ActorKey; readonly conversation?: ConversationKey };
}
/** A defect: the machine throws. */
export interface CounterBroken {
  readonly type: "counter.broken";
}
export type CounterEvent = CounterBegan | CounterRaised | CounterBroken | DeadlineReached;

/** What it counts is stored. */
interface StoreCountEffect {
  readonly type: "effect.count.store";
  readonly count: number;
}
/** Once it is stored that the counter is full, a bell rings. */
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
