import t from "tap";
import type { ChartModel } from "../../src/charts/chart.types.ts";
import { chartModelOfDefinition, definitionLimits } from "../../src/charts/chart-definition.ts";
import { hashOfChart } from "../../src/charts/chart-hash.ts";
import { chartModelOf } from "../../src/charts/chart-model.ts";
import { assert } from "../../src/core/result.ts";
import { run } from "../../workers/lay-out-chart.ts";
import { madeUpMachine } from "./made-up.ts";
import { allOf, readXml, textOf, transitionsOf } from "./read-svg.ts";
import { walkConfig } from "./walk-config.ts";

/** A definition as inspectors send it: functions by their names. */
const definitionOf = (config: unknown): string =>
  JSON.stringify(config, (_key, value: unknown) => (typeof value === "function" ? { type: value.name } : value));

const modelOf = (config: unknown): ChartModel | null => {
  const model = chartModelOfDefinition(definitionOf(config));
  return model.ok ? model.value : null;
};

const failureOf = (config: unknown): string => {
  const model = chartModelOfDefinition(typeof config === "string" ? config : JSON.stringify(config));
  return model.ok ? "no failure" : `${model.failure.code}: ${model.failure.message}`;
};

t.test("a machine that is read from JSON is drawn as the machine itself", async (t) => {
  const model = modelOf(madeUpMachine.config);
  assert(model !== null, "the definition was refused");
  const svg = readXml(await run(model));
  const { states, transitions } = walkConfig(madeUpMachine);
  t.same(
    allOf(svg, "state")
      .map(({ attributes }) => attributes["data-state"])
      .toSorted(),
    states.toSorted(),
  );
  t.equal(transitionsOf(svg).length, transitions.length);
  const own = chartModelOf(madeUpMachine);
  t.same(
    model.transitions.map(({ guard, actions, ...names }) => names),
    own.transitions.map(({ guard, actions, ...names }) => names),
  );
});

t.test("delays, children, regions and histories of other programs' machines have labels and shapes", async (t) => {
  const svg = readXml(await run(chartModelOf(madeUpMachine)));
  const words = allOf(svg, "transition").map(textOf).join("\n");
  for (const word of [
    "after 1.5 s",
    "after patience",
    "done: work",
    "error: work",
    "[isReady and not isBusy]",
    "else",
    "ignored",
  ])
    t.match(words, word);
  t.match(words, '[in "idle" or isForced]');
  t.same(
    allOf(svg, "region").map(({ attributes }) => attributes["data-state"]),
    ["working.left", "working.right"],
  );
  t.same(
    allOf(svg, "history").map((state) => [state.attributes["data-state"], allOf(state, "name").map(textOf)]),
    [
      ["working.memory", ["H*"]],
      ["lately", ["H"]],
    ],
  );
  t.same(
    allOf(svg, "final").map((state) => state.children.filter(({ attributes }) => attributes["class"] === "box").length),
    [2, 2, 2],
    "a double border is the end",
  );
  const [working] = allOf(svg, "parallel");
  t.match(textOf(working?.children.find(({ attributes }) => attributes["class"] === "note") ?? svg), "runs: work");
});

t.test("a definition that is no machine is refused with the reason", async (t) => {
  const cases: readonly (readonly [config: unknown, reason: string])[] = [
    ["", "no JSON"],
    ["{", "no JSON"],
    ["null", "null"],
    ["5", "5"],
    [[], "[]"],
    [{ states: "[Object]" }, 'an object for "states" of the state "", got: "[Object]"'],
    [{ initial: "a", states: { a: "[Object]" } }, 'an object for the state "a"'],
    [{ initial: "a", states: { a: { states: [] } } }, 'an object for "states" of the state "a"'],
    [{ initial: "a", states: { a: { on: "x" } } }, 'an object for "on" of the state "a"'],
    [{ initial: "a", states: { a: { after: 5 } } }, 'an object for "after" of the state "a"'],
    [{ states: { a: {} } }, "No initial state"],
    [{ initial: "b", states: { a: {} } }, 'Initial state node "b" not found'],
    [{ initial: "a", states: { a: { on: { x: "b" } } } }, "Child state 'b' does not exist"],
    [{ initial: "a", states: { a: { on: { x: { target: {} } } } } }, "targets that name states, got: {}"],
    [{ initial: "a", states: { a: { always: { target: [5] } } } }, "targets that name states, got: 5"],
    [{ initial: "a", states: { a: { on: { "": "a" } } } }, "Null events"],
    [
      { initial: "a", states: { a: { type: "odd" } } },
      'types among atomic, compound, parallel, final, history, got: "odd"',
    ],
    [{ id: 5 }, "text for every id, got: 5"],
    [
      { initial: "a", states: { "a.b": {}, a: { initial: "b", states: { b: {} } } } },
      'only one state with each path, got: another "a.b"',
    ],
  ];
  for (const [config, reason] of cases) {
    t.match(failureOf(config), "invalid_request: Expected a definition with ");
    t.match(failureOf(config), reason);
  }
});

t.test("with any value in place of a name, nothing is thrown", async (t) => {
  const strange = [
    null,
    5,
    true,
    "x",
    "#x",
    ".",
    "",
    [],
    [null],
    {},
    { type: 5 },
    { target: null },
    { guard: {} },
    "[Object]",
  ];
  const parts = [
    "on",
    "always",
    "after",
    "invoke",
    "entry",
    "exit",
    "tags",
    "description",
    "initial",
    "history",
    "target",
  ];
  const nested = ["x", "type", "onDone", "cond", "meta", "output", "context"];
  const drawn = new Set<string>();
  let refused = 0;
  for (const part of [...parts, ...nested])
    for (const value of strange)
      for (const wrapped of [value, { x: value }, [{ actions: value, guard: value, target: value }]]) {
        const config = {
          id: "strange",
          initial: "a",
          states: { a: { [part]: wrapped }, b: { type: "history", [part]: wrapped } },
        };
        const model = chartModelOfDefinition(JSON.stringify(config));
        if (!model.ok) {
          refused += 1;
          t.match(model.failure.message, "Expected a definition with");
          continue;
        }
        const hash = hashOfChart(model.value);
        if (!drawn.has(hash)) readXml(await run(model.value));
        drawn.add(hash);
      }
  t.ok(drawn.size > 10, `${drawn.size} of them became charts`);
  t.ok(refused > 100, `${refused} were refused`);
});

t.test("a chart over a limit is refused, and one at the limit is not", async (t) => {
  const { charactersMax, statesMax, transitionsMax, depthMax, keyCharactersMax, modelCharactersMax } = definitionLimits;
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, place) => [`s${place}`, {}]));
  const machine = (states: object, more: object = {}) => ({ initial: Object.keys(states)[0], states, ...more });
  const deep = (depth: number): object => (depth === 0 ? {} : machine({ a: deep(depth - 1) }));
  const events = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, place) => [`e${place}`, { target: ".a" }]));

  t.not(modelOf(machine(many(statesMax))), null);
  t.match(failureOf(machine(many(statesMax + 1))), `at most ${statesMax} states`);
  t.not(modelOf(deep(depthMax)), null);
  t.match(failureOf(deep(depthMax + 1)), `at most ${depthMax} deep`);
  t.match(failureOf('{"initial":"a","states":{"a":'.repeat(15_000)), "no JSON");
  t.match(
    failureOf(`${'{"initial":"a","states":{"a":'.repeat(5_000)}{}${"}}".repeat(5_000)}`),
    `at most ${depthMax} deep`,
  );
  t.not(modelOf(machine({ a: {} }, { on: events(transitionsMax) })), null);
  t.match(failureOf(machine({ a: {} }, { on: events(transitionsMax + 1) })), `at most ${transitionsMax} transitions`);
  const targets = Array.from({ length: transitionsMax + 1 }, () => ".a");
  t.match(failureOf(machine({ a: {} }, { on: { x: { target: targets } } })), `at most ${transitionsMax} transitions`);
  t.not(modelOf(machine({ ["a".repeat(keyCharactersMax)]: {} })), null);
  t.match(failureOf(machine({ ["a".repeat(keyCharactersMax + 1)]: {} })), `at most ${keyCharactersMax} characters`);
  t.match(failureOf({ description: "a".repeat(charactersMax) }), `at most ${charactersMax} characters`);
  const nestedNames = Array.from({ length: depthMax - 1 }, () => "n".repeat(keyCharactersMax));
  const leaves = machine(Object.fromEntries(Object.keys(many(400)).map((key) => [key, { on: { x: key, y: key } }])));
  const long = nestedNames.reduce<object>((inner, name) => machine({ [name]: inner }), leaves);
  t.match(failureOf(long), `at most ${modelCharactersMax} characters in all its paths`);
});

t.test("the hash depends only on the drawing", async (t) => {
  const config = {
    initial: "a",
    states: { a: { entry: "one", on: { x: [{ guard: "g", target: "b" }, "b"] } }, b: {} },
  };
  const hashOf = (change: object): string => {
    const model = modelOf({ ...config, ...change });
    return model === null ? "none" : hashOfChart(model);
  };
  const same = hashOf({});
  t.match(same, /^[\w-]{16}$/);
  t.equal(
    hashOf({ meta: { by: "somebody" }, context: { a: 1 } }),
    same,
    "a part that is not drawn does not change the hash",
  );
  const changes: readonly object[] = [
    { id: "another" },
    { initial: "b" },
    { description: "what it is for" },
    { states: { ...config.states, b: { type: "final" } } },
    { states: { ...config.states, b: { tags: "quiet" } } },
    { states: { ...config.states, a: { ...config.states.a, entry: "two" } } },
    { states: { ...config.states, a: { ...config.states.a, exit: "one" } } },
    { states: { ...config.states, a: { ...config.states.a, on: { x: [{ guard: "h", target: "b" }, "b"] } } } },
    { states: { ...config.states, a: { ...config.states.a, on: { x: ["b", { guard: "g", target: "b" }] } } } },
    { states: { ...config.states, a: { ...config.states.a, on: { x: [{ guard: "g", target: "b" }, "a"] } } } },
    { states: { b: {}, a: config.states.a } },
  ];
  const hashes = new Set([same, ...changes.map(hashOf)]);
  t.equal(hashes.size, changes.length + 1, "each change gives a different hash");
  t.notOk(hashes.has("none"));
});
