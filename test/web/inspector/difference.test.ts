import t from "tap";
import type { Difference } from "../../../src/web/inspector/step/difference.ts";
import { differenceOf, wholeOf } from "../../../src/web/inspector/step/difference.ts";

/** Returns the change of every value, by the value's path. */
const changes = ({ name, change, parts }: Difference, path = name): Readonly<Record<string, string>> => ({
  [path]: change,
  ...Object.assign({}, ...(parts ?? []).map((part) => changes(part, `${path}.${part.name}`))),
});

t.test("added, changed, removed and unchanged values of a step are distinguished", async (t) => {
  const before = { id: 7, error: null, lane: { active: "a", waiting: ["b", "c"] }, gone: { x: 1 } };
  const after = { id: 7, error: { code: "5" }, lane: { active: "b", waiting: ["b"] }, fresh: [1] };
  t.same(changes(differenceOf("c", before, after)), {
    c: "inside",
    "c.id": "same",
    "c.error": "changed",
    "c.error.code": "changed",
    "c.lane": "inside",
    "c.lane.active": "changed",
    "c.lane.waiting": "inside",
    "c.lane.waiting.0": "same",
    "c.lane.waiting.1": "removed",
    "c.gone": "removed",
    "c.gone.x": "removed",
    "c.fresh": "added",
    "c.fresh.0": "added",
  });
  const lane = differenceOf("c", before, after).parts?.find(({ name }) => name === "lane");
  t.same(lane?.parts?.[0], { name: "active", change: "changed", value: "b", before: "a", parts: null });
});

t.test("a list in place of an object is a change, and values with equal parts are the same", async (t) => {
  t.equal(differenceOf("x", [1], { 0: 1 }).change, "changed");
  t.equal(differenceOf("x", { a: [{ b: 1 }] }, { a: [{ b: 1 }] }).change, "same");
  t.equal(differenceOf("x", null, null).change, "same");
  t.same(changes(wholeOf("x", { a: [1] })), { x: "same", "x.a": "same", "x.a.0": "same" });
});
