import Elk from "elkjs/lib/main.js";
import type { Test } from "tap";
import t from "tap";
import { createMachine } from "xstate";
import { foldedArrow } from "../../src/charts/chart-fold.ts";
import { graphOf } from "../../src/charts/chart-graph.ts";
import { chartModelOf } from "../../src/charts/chart-model.ts";
import { nearOf } from "../../src/charts/chart-near.ts";
import type { ChartPlan, PlannedArrow, PlannedState } from "../../src/charts/chart-plan.ts";
import { planChart } from "../../src/charts/chart-plan.ts";
import type { Places, Point, Rect } from "../../src/charts/chart-svg.ts";
import { cutOut, headOf, pathAlong, placesOf } from "../../src/charts/chart-svg.ts";
import { machineCharts } from "../project/machine-charts.ts";
import { madeUpMachine } from "./made-up.ts";

/** The boxes with text in them, and the boxes around them. */
function boxesOf(planned: PlannedState): readonly string[] {
  const own = planned.any?.hasArrows === true ? [planned.any.id] : [];
  return planned.children.length === 0 ? [planned.id] : [...own, ...planned.children.flatMap(boxesOf)];
}

const framesOf = (planned: PlannedState): readonly PlannedState[] =>
  planned.children.length === 0 ? [] : [planned, ...planned.children.flatMap(framesOf)];

const nothing: Rect = { x: 0, y: 0, width: 0, height: 0 };

const overlaps = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const holds = (outer: Rect, inner: Rect): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

/** Smaller on all sides, so that boxes that touch do not overlap. */
const within = ({ x, y, width, height }: Rect): Rect => ({ x: x + 1, y: y + 1, width: width - 2, height: height - 2 });

const segmentsOf = (route: readonly Point[]): readonly Rect[] =>
  route.slice(1).map((to, place) => {
    const from = route[place] ?? to;
    return {
      x: Math.min(from.x, to.x) - 0.5,
      y: Math.min(from.y, to.y) - 0.5,
      width: Math.abs(from.x - to.x) + 1,
      height: Math.abs(from.y - to.y) + 1,
    };
  });

for (const machine of [...machineCharts().map((chart) => chart.machine), madeUpMachine])
  for (const form of ["unfolded", "folded"] as const)
    t.test(`nothing overlaps in the ${form} chart of ${machine.id}`, async (t) => {
      const plan = planChart(chartModelOf(machine), form);
      const places = placesOf(await new Elk.default().layout(graphOf(plan)));
      assertBoxes(t, plan, places);
      assertLabels(t, plan, places);
    });

for (const { machine } of machineCharts())
  t.test(`nothing overlaps around any state of ${machine.id}`, async (t) => {
    const model = chartModelOf(machine);
    for (const { path } of model.root.children) {
      const near = nearOf(model, path);
      if (near === null) throw new Error(`Expected the part around ${path}`);
      const plan = planChart(near, "near");
      const places = placesOf(await new Elk.default().layout(graphOf(plan)));
      assertBoxes(t, plan, places);
      assertLabels(t, plan, places);
    }
    t.equal(nearOf(model, "nowhere"), null);
    t.equal(nearOf(model, ""), null, "the machine itself has no neighbours");
  });

t.test("the part around a state has its neighbours and the transitions that enter or leave the state", async (t) => {
  const states = {
    a: { on: { GO: "b", STAY: {} } },
    b: { on: { GO: "c", BACK: "a" } },
    c: { on: { END: "d" } },
    d: {},
  };
  const model = chartModelOf(createMachine({ id: "line", initial: "a", on: { RESET: ".b" }, states }));
  const near = nearOf(model, "b");
  t.same(
    near?.root.children.map(({ path }) => path),
    ["a", "b", "c"],
  );
  t.same(near?.transitions.map(({ source, event }) => `${source} ${event}`).toSorted(), [
    " RESET",
    "a GO",
    "b BACK",
    "b GO",
  ]);
  t.equal(near?.root.initial, "a");
  t.equal(nearOf(model, "c")?.root.initial, null, "the initial state is not near");
});

function assertBoxes(t: Test, plan: ChartPlan, { nodes, routes }: Places): void {
  const boxes = boxesOf(plan.root).map((id) => ({ id, rect: nodes.get(id) ?? nothing }));
  t.ok(boxes.every(({ rect }) => rect.width > 0 && rect.height > 0));
  for (const [place, box] of boxes.entries()) {
    const met = boxes.slice(place + 1).filter((other) => overlaps(box.rect, other.rect));
    t.same(met, [], `${box.id} overlaps no other box`);
  }
  for (const { id, children } of framesOf(plan.root))
    t.ok(
      children.every((child) => holds(nodes.get(id) ?? nothing, nodes.get(child.id) ?? nothing)),
      `${id} surrounds all its inner states`,
    );
  const ways = plan.arrows.flatMap((arrow) => arrow.ways);
  for (const { id, from, to } of ways) {
    const others = boxes.filter((box) => box.id !== from && box.id !== to);
    const met = segmentsOf(routes.get(id) ?? []).flatMap((part) =>
      others.filter(({ rect }) => overlaps(part, within(rect))).map((box) => box.id),
    );
    t.same(met, [], `${id} crosses no box`);
    t.ok((routes.get(id) ?? []).length >= 2, `${id} has a way`);
  }
}

function assertLabels(t: Test, plan: ChartPlan, { nodes, routes, labels }: Places): void {
  const boxes = boxesOf(plan.root).map((id) => nodes.get(id) ?? nothing);
  const all = [...labels];
  const isLabelled = ({ lines }: PlannedArrow): boolean =>
    plan.form === "unfolded" ? lines.some(({ runs }) => runs.length > 0) : foldedArrow(lines, plan.form).length > 0;
  t.equal(all.length, plan.arrows.filter(isLabelled).length);
  for (const [place, [id, label]] of all.entries()) {
    t.same(
      boxes.filter((box) => overlaps(label, box)),
      [],
      `the label of ${id} is on no box`,
    );
    const others = all.slice(place + 1).filter(([, other]) => overlaps(label, other));
    t.same(others, [], `the label of ${id} is on no other`);
    const crossing = [...routes].filter(
      ([other, route]) => other !== id && segmentsOf(route).some((part) => overlaps(part, within(label))),
    );
    t.same(
      crossing.map(([other]) => other),
      [],
      `no other arrow crosses the label of ${id}`,
    );
    t.equal(cutOut(routes.get(id) ?? [], label).length, 2, `the arrow of ${id} enters its label and leaves it`);
  }
}

t.test("the path of an arrow has a gap at its label, curved corners and an arrowhead at its end", async (t) => {
  const route: readonly Point[] = [
    { x: 0, y: 0 },
    { x: 0, y: 100 },
    { x: 50, y: 100 },
    { x: 50, y: 200 },
  ];
  const hole: Rect = { x: -10, y: 40, width: 20, height: 20 };
  t.same(cutOut(route, hole), [
    [
      { x: 0, y: 0 },
      { x: 0, y: 40 },
    ],
    [{ x: 0, y: 60 }, ...route.slice(1)],
  ]);
  t.same(cutOut(route, { x: 100, y: 0, width: 10, height: 10 }), [route], "a label elsewhere makes no gap");
  t.same(
    cutOut(route, { x: -10, y: 90, width: 70, height: 20 }),
    [
      [
        { x: 0, y: 0 },
        { x: 0, y: 90 },
      ],
      [
        { x: 50, y: 110 },
        { x: 50, y: 200 },
      ],
    ],
    "a label over corners removes them",
  );
  t.equal(pathAlong(route), "M0 0L0 92Q0 100 8 100L42 100Q50 100 50 108L50 200");
  const { head, rest } = headOf(route);
  t.equal(head, "M50 200L54 192L46 192Z");
  t.same(rest.at(-1), { x: 50, y: 192 });
  t.equal(
    headOf([
      { x: 0, y: 0 },
      { x: 20, y: 0 },
    ]).head,
    "M20 0L12 4L12 -4Z",
  );
});
