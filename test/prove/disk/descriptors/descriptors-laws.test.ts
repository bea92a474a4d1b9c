import t from "tap";
import type { DescriptorsHistory } from "./descriptors-laws.ts";
import { descriptorsLaws } from "./descriptors-laws.ts";

const ann = { who: "ann", sent: ["1", "2"], answered: ["1", "2"], stored: ["1", "2"] };
const whole: DescriptorsHistory = {
  ...{ descriptorsMax: 96, openMax: 96, written: [ann], ended: null, goesOnAfterMs: 10 },
  refused: ['503 {"error":{"code":"unavailable"}}'],
};
const brokenBy = (history: DescriptorsHistory): readonly string[] =>
  descriptorsLaws.filter((law) => law.faults(history).length > 0).map(({ promise }) => promise);

t.test("a correct history keeps the laws of descriptors, and each planted violation breaks one law", async (t) => {
  t.strictSame(brokenBy(whole), []);
  for (const { promise, seen } of descriptorsLaws) t.ok(seen(whole) > 0, promise);
  t.ok(
    descriptorsLaws.some(({ seen }) => seen({ ...whole, openMax: 80 }) === 0),
    "some were left: nothing was tried",
  );
  t.strictSame(brokenBy({ ...whole, written: [{ ...ann, stored: ["1"] }] }), ["durability"]);
  t.strictSame(brokenBy({ ...whole, written: [{ ...ann, stored: ["2", "1"] }] }), ["durability"]);
  t.strictSame(brokenBy({ ...whole, ended: "SIGABRT" }), ["goes on"]);
  t.strictSame(brokenBy({ ...whole, goesOnAfterMs: null }), ["goes on"]);
  t.strictSame(brokenBy({ ...whole, goesOnAfterMs: 9_000 }), ["goes on"]);
  t.strictSame(brokenBy({ ...whole, refused: ["500 "] }), ["goes on"]);
});
