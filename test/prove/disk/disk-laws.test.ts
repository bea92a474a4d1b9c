import t from "tap";
import type { DiskHistory } from "./disk-history.ts";
import { diskLaws } from "./disk-laws.ts";

const ann = { who: "ann", sent: ["1", "2", "3"], answered: ["1", "3"], stored: ["1", "3"] };
const whole: DiskHistory = {
  ...{ disk: "full", faults: 3, written: [ann], refusesWhole: true, lastWords: [], silentEnds: [] },
  refused: [{ status: 503, body: "full", text: "2" }],
};

const brokenBy = (history: DiskHistory): readonly string[] =>
  diskLaws.filter((law) => law.faults(history).length > 0).map(({ promise }) => promise);

t.test("a correct history keeps the laws of disks", async (t) => {
  t.strictSame(brokenBy(whole), []);
  for (const { promise, seen } of diskLaws) t.ok(seen(whole) > 0, promise);
  const half = { ...whole, refusesWhole: false, written: [{ ...ann, stored: ["1", "2", "3"] }] };
  t.strictSame(brokenBy(half), [], "a write that was reported as failed may be on the disk");
});

const planted: readonly (readonly [what: string, promises: readonly string[], change: Partial<DiskHistory>])[] = [
  ["a message that is gone", ["durability"], { written: [{ ...ann, stored: ["1"] }] }],
  ["two that changed places", ["order"], { written: [{ ...ann, stored: ["3", "1"] }] }],
  ["a text that nobody sent whole", ["order"], { written: [{ ...ann, stored: ["1", "half", "3"] }] }],
  ["one that was refused and is there", ["named error"], { written: [{ ...ann, stored: ["1", "2", "3"] }] }],
  ["an answer without a name", ["named error"], { refused: [{ status: 500, body: "", text: "2" }] }],
  ["an end without a word", ["named error"], { silentEnds: ["ended"] }],
];

t.test("each planted violation breaks its own promise and no other", async (t) => {
  for (const [what, promises, change] of planted) t.strictSame(brokenBy({ ...whole, ...change }), promises, what);
});
