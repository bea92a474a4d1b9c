import t from "tap";
import { differenceOf } from "../../../src/web/inspector/step/difference.ts";
import { contextAround, NotKept } from "../../../src/web/inspector/step/past-context.ts";
import { step } from "./inspected.ts";

const born = step({ revision: 1, before: null, changes: [] });
const first = step({
  revision: 2,
  index: 0,
  changes: [
    { name: "lane.active", was: null },
    { name: "seq", was: 1 },
  ],
});
const second = step({ revision: 2, index: 1, changes: [{ name: "lane.waiting", count: 2 }, { name: "client" }] });
const present = { seq: 2, lane: { active: "d1", waiting: [] }, client: { name: "Ann" } };
const none = new NotKept(null);
const before = { seq: 2, lane: { active: "d1", waiting: new NotKept(2) }, client: none };

t.test("the context at a step is the present one without the changes of the later steps", async (t) => {
  const steps = [born, first, second];
  t.same(contextAround(steps, 2, present), { before, after: present });
  const earlier = { ...before, seq: 1, lane: { ...before.lane, active: null } };
  t.same(contextAround(steps, 1, present), { before: earlier, after: before });
  t.same(contextAround(steps, 0, present), { before: null, after: earlier });
  const { parts } = differenceOf("context", before, present);
  t.match(parts, [{ change: "same" }, { change: "inside" }, { change: "changed", before: none }]);
});

t.test(
  "a watched step has its own context; behind a missing step, or one without changes, nothing is known",
  async (t) => {
    const watched = step({ revision: 2, index: 1, contextBefore: { seq: 9 }, context: present });
    t.same(contextAround([born, first, watched], 2, { other: 1 }), { before: { seq: 9 }, after: present });
    t.match(contextAround([born, first, watched], 1, { other: 1 }), { before: { seq: 1 }, after: { seq: 9 } });
    t.equal(contextAround([born, second], 0, present), null, "a step of the commit is missing");
    t.equal(contextAround([born, first, step({ revision: 4, changes: [] })], 1, present), null, "a commit is missing");
    const old = step({ revision: 3 });
    t.equal(contextAround([born, first, second, old], 2, present), null);
    t.same(contextAround([old], 0, present), { before: null, after: present });
    t.equal(contextAround([], -1, present), null);
  },
);
