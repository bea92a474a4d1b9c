import { readFileSync } from "node:fs";
import type { Test } from "tap";
import t from "tap";
import type { AnyStateMachine, AnyStateNode } from "xstate";
import { assign } from "xstate";
import { compileLogic } from "../../src/actors/logic/compile-logic.ts";
import type { TakenTransition } from "../../src/actors/logic/watched-step.ts";
import { takeWatchedStep } from "../../src/actors/logic/watched-step.ts";
import { chartModelOf } from "../../src/charts/chart-model.ts";
import { run } from "../../workers/lay-out-chart.ts";
import { machineCharts } from "../project/machine-charts.ts";
import { madeUpMachine } from "./made-up.ts";
import type { DrawnTransition, XmlElement } from "./read-svg.ts";
import { allOf, childOf, classesOf, readXml, stateAround, textOf, transitionsOf } from "./read-svg.ts";
import { walkConfig } from "./walk-config.ts";

const inOrder = (transitions: readonly DrawnTransition[]): readonly string[] =>
  transitions.map((transition) => JSON.stringify(transition)).toSorted();

const charts = machineCharts();

for (const { machine, path } of charts)
  t.test(`${path} shows every state and every transition of its machine once`, async (t) => {
    assertWhole(t, machine, readXml(readFileSync(path, "utf8")));
  });

t.test("a machine with every feature is drawn completely", async (t) => {
  assertWhole(t, madeUpMachine, readXml(await run(chartModelOf(madeUpMachine))));
});

function assertWhole(t: Test, machine: AnyStateMachine, svg: XmlElement): void {
  const { states, transitions } = walkConfig(machine);
  t.equal(svg.attributes["data-machine"], machine.id);
  t.same(
    allOf(svg, "state")
      .map(({ attributes }) => attributes["data-state"])
      .toSorted(),
    states.toSorted(),
  );
  t.same(inOrder(transitionsOf(svg)), inOrder(transitions));
  for (const state of allOf(svg, "state")) {
    const path = state.attributes["data-state"] ?? "";
    const around = path.includes(".") ? path.slice(0, path.lastIndexOf(".")) : "";
    t.equal(stateAround(state.parent), path === "" ? null : around, `${path || "the machine"} is inside its parent`);
  }
  for (const transition of allOf(svg, "transition")) assertDrawn(t, transition);
}

/** Arrows to each of its targets; without targets a line in its state. */
function assertDrawn(t: Test, transition: XmlElement): void {
  const { "data-source": source = "", "data-target": target = "", "data-event": event = "" } = transition.attributes;
  const name = `${source} ${event}`;
  const arrows = transition.children.filter((child) => classesOf(child).includes("arrow"));
  if (classesOf(transition).includes("internal")) {
    t.ok(target === "" || target === source, `${name}: a line stays in its state`);
    t.equal(arrows.length, 0, `${name}: a line is no arrow`);
    t.equal(stateAround(transition), source, `${name}: a line is drawn in its state`);
    t.not(textOf(transition), "", `${name}: a line can be read`);
  } else {
    t.equal(arrows.length, target.split(" ").length, `${name}: an arrow to each target`);
    for (const { attributes } of arrows)
      t.match(attributes["d"], /^M-?[\d.]+ -?[\d.]+[LQ]/, `${name}: an arrow has a path`);
  }
  t.match(textOf(childOf(transition, "title") ?? transition), event.startsWith("xstate.") ? ":" : event || "always");
}

for (const { machine, path } of charts)
  t.test(`${path} names transitions as the runtime does`, async (t) => {
    const drawn = transitionsOf(readXml(readFileSync(path, "utf8")));
    t.ok(drawn.length > 0);
    for (const transition of drawn) {
      const { source, event, index } = transition;
      t.strictSame(
        take(machine, transition)[0],
        { source, event, index },
        `${source || "any state"}: ${event || "always"}, ${index}`,
      );
    }
  });

/** The transition that XState takes in the state of this transition for its event, when only its guard is true. Actions do nothing. */
function take(machine: AnyStateMachine, { source, event, index }: DrawnTransition): readonly TakenTransition[] {
  const node = nodeAt(machine, source);
  const guard = (event === "" ? node.always : node.transitions.get(event))?.[index]?.guard;
  const { guards, actions } = machine.implementations;
  const provided = machine.provide({
    guards: Object.fromEntries(Object.keys(guards).map((name) => [name, () => name === guard])),
    actions: Object.fromEntries(Object.keys(actions).map((name) => [name, assign({})])),
  });
  const { path } = leafFor(node, event) ?? node;
  const state = path.reduceRight<unknown>((inner, key) => (inner === undefined ? key : { [key]: inner }), undefined);
  const taken: TakenTransition[] = [];
  // With an unknown event, XState takes the transitions that need no event.
  const logic = compileLogic(provided);
  takeWatchedStep(logic, logic.restore(state, {}), { type: event || "none" }, [], taken);
  return taken;
}

const childrenOf = (node: AnyStateNode): readonly AnyStateNode[] => Object.values(node.states);

const nodeAt = (machine: AnyStateMachine, path: string): AnyStateNode => {
  const keys = path === "" ? [] : path.split(".");
  return keys.reduce((node, key) => childrenOf(node).find((child) => child.key === key) ?? node, machine.root);
};

/** An inner state without its own transition for this event, so that the state around it is tried. */
function leafFor(node: AnyStateNode, event: string): AnyStateNode | null {
  const children = childrenOf(node);
  if (children.length === 0) return node;
  const leaves = children.flatMap((child) => (child.transitions.has(event) ? [] : [leafFor(child, event)]));
  return (
    leaves.find((leaf) => leaf !== null && leaf.always === undefined) ?? leaves.find((leaf) => leaf !== null) ?? null
  );
}
