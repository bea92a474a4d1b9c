import { defineActor } from "../../../src/actors/actor-definition.ts";
import { fixed, value } from "../../../src/actors/history/kept-context.ts";
import { counterMachine } from "./counter.machine.ts";
import type { CounterContext, CounterEffect, CounterEvent } from "./counter.types.ts";
import { counterForm } from "./counter-form.ts";

export const counterActor = defineActor<CounterContext, CounterEvent, CounterEffect>({
  kind: "counter",
  machine: counterMachine,
  form: counterForm,
  // Version 1 had no limit.
  migrate: (_from, _state, context) => ({ ...context, limit: 10 }),
  birthEvent: "counter.began",
  isAtRest: (_state, { count }) => count === 0,
  list: ({ key, state, write }) => {
    write({ table: "fact", key: [`full/${key}`], row: state === "full" ? { text: key } : null });
  },
  keep: {
    "effect.count.store": ({ count }, step) => {
      step.write({ table: "fact", key: [`count/${step.actor}`], row: { text: String(count) } });
      step.setResult(`counted ${count}`, count);
    },
    "effect.bell.ring": (effect, step) => step.release(effect),
  },
  history: {
    events: {
      "counter.began": ({ limit }) => ({ limit }),
      "counter.raised": ({ by }) => ({ by }),
      "counter.broken": () => ({}),
    },
    effects: {
      "effect.count.store": ({ count }) => ({ count }),
      "effect.bell.ring": ({ count }) => ({ count }),
    },
    context: { count: value(1), limit: fixed },
  },
});
