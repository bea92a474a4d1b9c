import t from "tap";
import type { InspectedStep } from "../../../src/codec/inspect/inspected.types.ts";
import type { DrawnTransition } from "../../../src/web/inspector/chart/lights.ts";
import { lightsOf } from "../../../src/web/inspector/chart/lights.ts";
import { step } from "./inspected.ts";

const drawn: readonly DrawnTransition[] = [
  { source: "", event: "call.off", index: 0, target: "end" },
  { source: "beginning", event: "", index: 0, target: "open" },
  { source: "open", event: "close", index: 0, target: "choosing" },
  { source: "open", event: "note", index: 0, target: "" },
  { source: "open", event: "note", index: 1, target: "" },
  { source: "open.busy", event: "rest", index: 0, target: "open.idle" },
  { source: "open.busy", event: "rest", index: 1, target: "end" },
  { source: "choosing", event: "", index: 0, target: "end" },
  { source: "end", event: "*", index: 0, target: "open" },
  { source: "new", event: "began", index: 0, target: "ready" },
  { source: "end", event: "began", index: 0, target: "ready" },
];

const traced = (last: Partial<InspectedStep>) => {
  const lights = lightsOf(drawn, last.after ?? "", [step(last)]);
  const names = lights.traced.map(({ source, event, index }) => `${source}:${event}:${index}`);
  return lights.isSure ? names : [...names, "unsure"];
};

for (const { title, last, ways } of [
  {
    title: "by the transition's target",
    last: { before: "open.busy", after: "end", event: { type: "rest" } },
    ways: ["open.busy:rest:1"],
  },
  {
    title: "by a transition of the parent state",
    last: { before: "open.idle", after: "open.idle", event: { type: "note" } },
    ways: ["open:note:0", "open:note:1", "unsure"],
  },
  {
    title: "by a transition of the machine itself",
    last: { before: "open.idle", after: "end", event: { type: "call.off" } },
    ways: [":call.off:0"],
  },
  {
    title: "over a state that only chooses the next state",
    last: { before: "open.idle", after: "end", event: { type: "close" } },
    ways: ["open:close:0", "choosing::0"],
  },
  {
    title: "into a state whose initial state is an inner state",
    last: { before: "end", after: "open.idle", event: { type: "any" } },
    ways: ["end:*:0"],
  },
  {
    title: "of an actor's first step",
    last: { before: null, after: "open.busy", event: { type: "born" } },
    ways: ["beginning::0"],
  },
  {
    title: "of an actor's first step by an event",
    last: { before: null, after: "ready", event: { type: "began" } },
    ways: ["new:began:0"],
  },
  {
    title: "of a step that changes nothing",
    last: { before: "end", after: "end", event: { type: "unknown" } },
    ways: [],
  },
  {
    title: "as it was watched",
    last: {
      before: "open.busy",
      after: "open.busy",
      event: { type: "note" },
      taken: [{ source: "open", event: "note", index: 1 }],
    },
    ways: ["open:note:1"],
  },
])
  t.test(`the transitions of a step are found ${title}`, async (t) => {
    t.same(traced(last), ways);
  });

t.test("the current state and its parents are highlighted, and visited states are marked", async (t) => {
  const steps = [
    step({ before: "beginning", after: "open.busy" }),
    step({ revision: 2, before: "open.busy", after: "open.idle" }),
  ];
  const { current, visited } = lightsOf(drawn, "open.idle", steps);
  t.same(current, ["open", "open.idle"]);
  t.same([...visited].sort(), ["beginning", "open", "open.busy", "open.idle"]);
  t.same(lightsOf(drawn, "open", []), { current: ["open"], visited: new Set(), traced: [], isSure: true });
});
