import t from "tap";
import { and, assign, cancel, createMachine, emit, fromPromise, raise, sendTo } from "xstate";
import { createActorSet, defineActor } from "../../../src/actors/actor-definition.ts";
import { compileLogic } from "../../../src/actors/logic/compile-logic.ts";

const work = fromPromise(async () => 1);
const a = (state: object): object => ({ id: "m", initial: "a", states: { a: state, b: {} } });

/** Features of XState that no machine of ours uses: each with a machine that has it. */
const unknown: readonly (readonly [machine: object, words: RegExp])[] = [
  [a({ after: { 10: "b" } }), /^Machine m, state a: the compiled logic does not know after$/],
  [a({ invoke: { src: work } }), /state a: .* invoke$/],
  [a({ initial: "c", states: { c: { type: "final" } }, onDone: "b" }), /state a: .* onDone$/],
  [a({ type: "final" }), /state a: .* the type final$/],
  [a({ output: 1 }), /state a: .* output$/],
  [a({ type: "parallel", states: { c: {}, d: {} } }), /state a: .* the type parallel$/],
  [a({ initial: "c", states: { c: {}, h: { type: "history" } } }), /state a\.h: .* the type history$/],
  [
    a({ initial: { target: "c", actions: emit({ type: "x" }) }, states: { c: {} } }),
    /state a: .* an initial transition/,
  ],
  [a({ on: { "*": "b" } }), /state a: .* the wildcard \*$/],
  [a({ on: { "x.*": "b" } }), /state a: .* the wildcard x\.\*$/],
  [a({ on: { "xstate.error.*": "b" } }), /state a: .* the wildcard/],
  [a({ on: { "xstate.init": "b" } }), /state a: .* XState's own event xstate\.init$/],
  [a({ on: { x: { target: "a", reenter: true } } }), /state a: .* reenter on x$/],
  [a({ on: { x: { target: ["a", "b"] } } }), /state a: .* 2 targets on x$/],
  [a({ on: { x: { target: "b", guard: and([() => true]) } } }), /state a: .* the guard /],
  [a({ on: { x: { target: "b", guard: { type: "ready", params: {} } } } }), /state a: .* the guard ready/],
  [a({ on: { x: { target: "b", guard: "missing" } } }), /state a: .* the guard missing, which is not implemented$/],
  [a({ on: { x: { actions: "missing" } } }), /state a: .* the action missing, which is not implemented$/],
  [
    a({
      on: {
        x: {
          actions: function ring(): void {
            t.fail();
          },
        },
      },
    }),
    /state a: .* the action ring: it takes assign and emit$/,
  ],
  [a({ on: { x: { actions: raise({ type: "y" }) } } }), /state a: .* it takes assign and emit$/],
  [a({ on: { x: { actions: sendTo("y", { type: "y" }) } } }), /state a: .* it takes assign and emit$/],
  [a({ entry: cancel("y") }), /state a: .* it takes assign and emit$/],
  [a({ on: { x: { actions: { type: "tell", params: { by: 1 } } } } }), /state a: .* the action tell/],
  [a({ on: { x: { target: "b", waits: 5 } } }), /state a: .* waits on x$/],
  [a({ on: { x: { target: "#m" } } }), /state a: .* the whole machine as target on x$/],
  [a({ mood: "new" }), /state a: .* mood$/],
  [{ ...a({}), options: { maxIterations: 5 } }, /^Machine m: the compiled logic does not know /],
];

for (const [config, words] of unknown) {
  t.test(`a machine is refused: ${String(words)}`, async (t) => {
    t.throws(() => compileLogic(createMachine(config as never)), { message: words });
  });
}

t.test("an actor of such a machine cannot be defined: the service does not start with it", async (t) => {
  const machine = createMachine(a({ after: { 10: "b" } }) as never);
  const form = { version: 1, encode: () => Buffer.alloc(0), decode: () => ({}) };
  const define = (): unknown =>
    createActorSet([
      defineActor({
        kind: "odd",
        machine,
        form,
        birthEvent: null,
        keep: {},
        history: { events: {}, effects: {}, context: {} },
      }),
    ]);
  t.throws(define, { message: /^Machine m, state a: the compiled logic does not know after$/ });
});

t.test("features that do not affect a step are allowed", async (t) => {
  const config = a({ description: "A", meta: { a: 1 }, tags: ["t"], on: { x: { target: "b", description: "to b" } } });
  const logic = compileLogic(createMachine({ ...config, version: "1", context: { n: 1 } } as never));
  const first = logic.begin(undefined, []);
  t.equal(first.hasTag("t"), true);
  t.strictSame(first.getMeta(), { "m.a": { a: 1 } });
  t.equal(logic.step(first, { type: "x" }, []).value, "b");
});

t.test("fields of an assignment are values, or functions of context and event", async (t) => {
  const count = ({ context }: { context: { n: number } }): number => context.n + 1;
  const machine = createMachine({
    id: "m",
    context: { n: 1, by: "nobody" },
    on: { x: { actions: assign({ n: count, by: "somebody" }) } },
  });
  const logic = compileLogic(machine);
  t.strictSame(logic.step(logic.begin(undefined, []), { type: "x" }, []).context, { n: 2, by: "somebody" });
});

t.test("a state that the machine does not have is refused when it is restored", async (t) => {
  const logic = compileLogic(createMachine(a({}) as never));
  t.throws(() => logic.restore("gone", {}), { message: /gone/ });
  t.equal(logic.restore("b", {}).value, "b");
});
