import fc from "fast-check";
import t from "tap";
import type { AnyStateMachine } from "xstate";
import { assign, createMachine, emit } from "xstate";
import { compileLogic } from "../../../src/actors/logic/compile-logic.ts";
import { BothWays } from "../../machines/both-ways.ts";

interface Wiring {
  readonly on: number;
  readonly guard: number;
  readonly target: number;
  readonly actions: readonly number[];
}
interface Node {
  readonly children: readonly Node[];
  readonly wirings: readonly Wiring[];
  readonly always: readonly Wiring[];
  readonly entry: readonly number[];
  readonly exit: readonly number[];
}

const wiring = fc.record({
  on: fc.nat(3),
  guard: fc.nat(4),
  target: fc.nat(40),
  actions: fc.array(fc.nat(5), { maxLength: 3 }),
});
const steps = fc.array(fc.nat(5), { maxLength: 2 });
const { node } = fc.letrec<{ node: Node; leaf: Node }>((tie) => {
  const made = (children: fc.Arbitrary<readonly Node[]>): fc.Arbitrary<Node> =>
    fc.record({
      children,
      wirings: fc.array(wiring, { maxLength: 5 }),
      always: fc.array(wiring, { maxLength: 1 }),
      entry: steps,
      exit: steps,
    });
  return {
    leaf: made(fc.constant([])),
    node: made(
      fc.array(fc.oneof({ weight: 2, arbitrary: tie("leaf") }, tie("node")), {
        minLength: 1,
        maxLength: 3,
        depthIdentifier: "machine",
      }),
    ),
  };
});

interface Known {
  readonly n: number;
  /** How many transitions without an event may still be taken, so that every machine comes to rest. */
  readonly left: number;
}
interface Args {
  readonly context: Known;
  readonly event: { readonly type: string; readonly by?: number };
}

/** Even numbers change the context; odd numbers emit its present value. */
const actionOf = (number: number): unknown =>
  number % 2 === 0
    ? assign((({ context, event }: Args) => ({ n: (context.n * 3 + number + (event.by ?? 0)) % 11 })) as never)
    : emit((({ context, event }: Args) => ({ type: `told.${number}`, n: context.n, by: event.type })) as never);
const refill = assign({ left: 3 } as never);
const spend = assign((({ context }: Args) => ({ left: context.left - 1 })) as never);

/** Makes a machine with these states, which are named by their places. A transition without a target stays in its state. */
function toMachine(root: Node): AnyStateMachine {
  const ids: string[] = [];
  const name = (node: Node, id: string): void => {
    if (id !== "s") ids.push(id);
    for (const [at, child] of node.children.entries()) name(child, `${id}_${at}`);
  };
  name(root, "s");
  const toTransition = ({ guard, target, actions }: Wiring, isAlways: boolean): object => {
    const aim = ids[target];
    const isOpen = ({ context }: Args): boolean => guard === 0 || context.n % 4 < guard;
    return {
      guard: isAlways ? (args: Args) => args.context.left > 0 && isOpen(args) : isOpen,
      ...(aim !== undefined && { target: `#${aim}` }),
      actions: [isAlways ? spend : refill, ...actions.map(actionOf)],
    };
  };
  const toConfig = (node: Node, id: string): object => {
    const on: Record<string, object[]> = {};
    for (const one of node.wirings) {
      const type = `e${one.on}`;
      on[type] = [...(on[type] ?? []), toTransition(one, false)];
    }
    return {
      id,
      on,
      always: node.always.map((one) => toTransition(one, true)),
      entry: node.entry.map(actionOf),
      exit: node.exit.map(actionOf),
      ...(node.children.length > 0 && {
        initial: "0",
        states: Object.fromEntries(node.children.map((child, at) => [String(at), toConfig(child, `${id}_${at}`)])),
      }),
    };
  };
  return createMachine({ ...toConfig(root, "s"), context: { n: 1, left: 3 } } as never);
}

t.test("any machine of the known features is stepped as XState steps it", async (t) => {
  let steps = 0;
  let moves = 0;
  const events = fc.array(fc.record({ on: fc.nat(4), by: fc.nat(9) }), { minLength: 1, maxLength: 25 });
  fc.assert(
    fc.property(node, events, (root, sent) => {
      const actor = BothWays.create(compileLogic(toMachine(root)), undefined);
      for (const { on, by } of sent) {
        const { state, context } = actor;
        actor.send({ type: `e${on}`, by } as never);
        steps += 1;
        if (state !== actor.state || context !== actor.context) moves += 1;
      }
    }),
    { numRuns: 400 },
  );
  t.ok(moves > steps / 10, `${moves} of ${steps} steps changed anything`);
});
