import { assign, emit, setup } from "xstate";
import type { CounterBegan, CounterContext, CounterEffect, CounterEvent, CounterRaised } from "./counter.types.ts";

/** A counter without events for this time starts from 0. */
export const quietMs = 1_000;

const raised = (event: CounterEvent): CounterRaised => {
  if (event.type === "counter.raised") return event;
  throw new Error(`Expected counter.raised, got ${event.type}`);
};

export const counterMachine = setup({
  types: {
    context: {} as CounterContext,
    events: {} as CounterEvent,
    input: {} as CounterBegan,
    emitted: {} as CounterEffect,
  },
  guards: {
    fills: ({ context, event }) => context.count + raised(event).by >= context.limit,
  },
  actions: {
    count: assign(({ context, event }) => ({ count: context.count + raised(event).by })),
    clear: assign({ count: 0 }),
    store: emit(({ context: { count } }) => ({ type: "effect.count.store", count })),
    wait: emit(({ event }) => ({
      type: "effect.deadline.set",
      id: "quiet",
      atMs: raised(event).nowMs + quietMs,
      atRestart: false,
    })),
    tellPartner: emit(({ event }) => {
      const { partner, ...sent } = raised(event);
      return { type: "effect.actor.tell", tells: partner === undefined ? [] : [{ ...partner, event: sent }] };
    }),
    ring: emit(({ context: { count } }) => ({ type: "effect.bell.ring", count })),
    refuse: emit({ type: "effect.request.refuse", message: "The counter is full." }),
    break: emit(() => {
      throw new Error("The counter broke");
    }),
  },
}).createMachine({
  id: "counter",
  context: ({ input }) => ({ count: 0, limit: input.limit }),
  initial: "counting",
  on: { "counter.broken": { actions: "break" } },
  states: {
    counting: {
      on: {
        "counter.raised": [
          { guard: "fills", target: "full", actions: ["count", "store", "wait", "tellPartner", "ring"] },
          { actions: ["count", "store", "wait", "tellPartner"] },
        ],
        "deadline.reached": { actions: ["clear", "store"] },
      },
    },
    full: {
      on: {
        "counter.raised": { actions: "refuse" },
        "deadline.reached": { target: "counting", actions: ["clear", "store"] },
      },
    },
  },
});
