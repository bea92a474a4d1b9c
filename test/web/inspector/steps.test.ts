import t from "tap";
import { mergeSteps, placeAmong } from "../../../src/web/inspector/data/steps.ts";
import { step } from "./inspected.ts";

const names = (steps: readonly { readonly revision: number; readonly index: number }[]): readonly string[] =>
  steps.map(({ revision, index }) => `${revision}.${index}`);

t.test("stored steps and watched steps are merged into one list, in order and without duplicates", async (t) => {
  const kept = [step({ revision: 9 }), step({ revision: 10, index: 0 }), step({ revision: 10, index: 1 })];
  const watched = [step({ revision: 11 }), step({ revision: 10, index: 1, context: { a: 1 } })];
  t.same(names(mergeSteps(kept, watched)), ["9.0", "10.0", "10.1", "11.0"]);
  t.same(
    names(mergeSteps(watched, kept)),
    ["9.0", "10.0", "10.1", "11.0"],
    "the order of the arguments does not matter",
  );
  t.same(mergeSteps(kept, watched)[2]?.context, { a: 1 }, "the watched step has more fields, so it is used");
  t.same(mergeSteps(watched, kept)[2]?.context, { a: 1 });
  const again = step({ revision: 10, index: 1, context: { a: 2 } });
  t.same(mergeSteps(watched, [again])[0]?.context, { a: 1 }, "a step never changes");
});

t.test("a step that is not stored comes after its commit, and is found by its position", async (t) => {
  const steps = mergeSteps([step({ revision: 2 })], [step({ revision: 1, index: 10_000 }), step({ revision: 1 })]);
  t.same(names(steps), ["1.0", "1.10000", "2.0"]);
  t.equal(placeAmong(steps, { revision: 1, index: 10_000 }), 1);
  t.equal(placeAmong(steps, { revision: 7, index: 0 }), -1);
});

t.test("if there are too many steps, the oldest are dropped", async (t) => {
  const many = Array.from({ length: 1_200 }, (_, revision) => step({ revision }));
  const merged = mergeSteps([], many);
  t.equal(merged.length, 1_000);
  t.equal(merged[0]?.revision, 200);
});
