import t from "tap";
import type { AnyStateMachine } from "xstate";
import { setup } from "xstate";
import { given } from "../../machines/effects.ts";
import type { Chart, Steps } from "../../machines/wire.ts";
import { wire } from "../../machines/wire.ts";
import { compileLogic } from "../../src/actors/logic/compile-logic.ts";
import type { ChartState } from "../../src/charts/chart.types.ts";
import { chartModelOf } from "../../src/charts/chart-model.ts";
import { machineCharts } from "../project/machine-charts.ts";
import { BothWays } from "./both-ways.ts";

interface Light {
  readonly steps: number;
  readonly by: string;
}
interface Pressed {
  readonly type: "button.pressed";
  readonly by: string;
}
interface Ended {
  readonly type: "power.ended";
}
interface Sent {
  readonly type: "told";
  readonly by: string;
}
type LightEvent = Pressed | Ended;

const steps = {
  guards: {
    isByKim: (_, { by }: Pressed) => by === "Kim",
    isFresh: (context) => context.steps === 0,
  },
  assigns: {
    keepBy: (_, { by }: Pressed) => ({ by }),
    count: (context) => ({ steps: context.steps + 1 }),
    forget: { by: "nobody" },
  },
  emits: {
    tell: (context, { by }: Pressed) => ({ type: "told", by: `${context.by} to ${by}` }),
    tellAny: (_, { type }: LightEvent) => ({ type: "told", by: type }),
    tellNothing: { type: "told", by: "nothing" },
  },
} satisfies Steps<Light, Sent>;

const chart = {
  initial: "off",
  states: {
    off: { on: { "button.pressed": { guard: "isByKim", target: "on", actions: ["tell", "keepBy", "count"] } } },
    on: { entry: ["tellAny", "tellNothing"], on: { "power.ended": { target: "off", actions: "forget" } } },
  },
} as const satisfies Chart<typeof steps, LightEvent>;

const types = {
  context: {} as Light,
  events: {} as LightEvent,
  input: {} as Light,
  emitted: {} as Sent,
};

t.test("a step gets the context and the event that it is wired to; a constant needs no function", async (t) => {
  const machine = setup(wire(types, steps)).createMachine({ context: ({ input }) => input, ...chart });
  const actor = BothWays.create(compileLogic(machine), { steps: 0, by: "nobody" });
  const send = (event: LightEvent) => actor.send(event as never);
  send({ type: "button.pressed", by: "Lee" });
  t.equal(actor.state, "off");
  send({ type: "button.pressed", by: "Kim" });
  t.equal(actor.state, "on");
  t.strictSame(actor.context, { steps: 1, by: "Kim" });
  t.strictSame(
    actor.takeEffects().map((effect: unknown) => effect),
    [
      { type: "told", by: "nobody to Kim" },
      { type: "told", by: "button.pressed" },
      { type: "told", by: "nothing" },
    ],
  );
  send({ type: "power.ended" });
  t.strictSame(actor.context, { steps: 1, by: "nobody" });
});

/** `true` if the type check rejects it in a chart. */
type IsRefused<Wiring> = Wiring extends Chart<typeof steps, LightEvent> ? false : true;
type On<Event extends string, Wiring> = { readonly on: { readonly [Type in Event]: Wiring } };

t.test("a step for another event does not compile", async (t) => {
  const accepted: readonly false[] = [
    false satisfies IsRefused<On<"button.pressed", { readonly guard: "isByKim"; readonly actions: "keepBy" }>>,
    false satisfies IsRefused<On<"power.ended", { readonly guard: "isFresh"; readonly actions: readonly ["tellAny"] }>>,
    false satisfies IsRefused<{ readonly entry: "tellAny"; readonly exit: readonly ["forget", "count"] }>,
  ];
  const refused: readonly true[] = [
    true satisfies IsRefused<On<"power.ended", { readonly actions: "keepBy" }>>,
    true satisfies IsRefused<On<"power.ended", { readonly actions: readonly ["forget", "tell"] }>>,
    true satisfies IsRefused<On<"power.ended", { readonly guard: "isByKim" }>>,
    true satisfies IsRefused<On<"power.ended", readonly [{ readonly guard: "isFresh" }, { readonly actions: "tell" }]>>,
    true satisfies IsRefused<On<"button.pressed", { readonly actions: "isByKim" }>>,
    true satisfies IsRefused<On<"button.pressed", { readonly actions: "unknown" }>>,
    true satisfies IsRefused<{ readonly entry: "keepBy" }>,
    true satisfies IsRefused<{ readonly exit: readonly ["tell"] }>,
    true satisfies IsRefused<{ readonly always: { readonly guard: "isByKim" } }>,
    true satisfies IsRefused<{ readonly states: { readonly on: { readonly entry: "tell" } } }>,
  ];
  t.equal(accepted.length + refused.length, 13, "the type check has covered them");
});

t.test("two steps with the same name are refused", async (t) => {
  const again = { emits: { count: { type: "told", by: "nobody" } } } satisfies Steps<Light, Sent>;
  t.throws(() => wire(types, steps, again), /Expected one step of each name, got: .*count/);
});

t.test("a guaranteed value is returned; a missing one throws with its name", async (t) => {
  t.equal(given(0, "a number"), 0);
  t.throws(() => given(null, "an agent to ring"), { message: "Expected an agent to ring, got null" });
  t.throws(() => given(undefined, "a comment"), { message: "Expected a comment, got undefined" });
});

const listed = (state: ChartState): readonly string[] => [
  ...state.entry,
  ...state.exit,
  ...state.children.flatMap(listed),
];

/** Returns every name of a guard or an action in the chart. */
function namesIn(machine: AnyStateMachine): ReadonlySet<string> {
  const { root, transitions } = chartModelOf(machine);
  return new Set([...listed(root), ...transitions.flatMap(({ guard, actions }) => [guard ?? "", ...actions])]);
}

for (const { machine } of machineCharts())
  t.test(`${machine.id}: every step is in the chart, and the chart has no other`, async (t) => {
    const { guards, actions } = machine.implementations;
    const made = [...Object.keys(guards), ...Object.keys(actions)];
    const names = [...namesIn(machine)].filter((name) => name !== "");
    t.strictSame([...new Set(made)].toSorted(), names.toSorted());
  });
