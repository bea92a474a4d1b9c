import t from "tap";
import { comparePaired, intervalOf, judge, quantile } from "../../../../bench/compare/paired.ts";

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

t.test("the result has the median of the pairs' ratios, and the range of their middle half", async (t) => {
  const old = [100, 200, 100, 100, 100];
  const fresh = [50, 90, 60, 40, 55];
  const { ratio, lower, upper } = comparePaired(old, fresh);
  t.equal(ratio, 0.5, "not the ratio of the medians, 0.55");
  t.equal(lower, 0.45);
  t.equal(upper, 0.55);
});

t.test("a quantile between two values is interpolated", async (t) => {
  t.equal(quantile([4, 1, 3, 2], 0.25), 1.75);
  t.equal(quantile([4, 1, 3, 2], 1), 4);
  t.equal(quantile([7], 0.75), 7);
});

t.test("the interval of the median drops as many values as a table of the sign test says", async (t) => {
  t.equal(intervalOf(upTo(5)), null, "five of one side happen by chance in one case of 16");
  t.same(intervalOf(upTo(6)), [1, 6]);
  t.same(intervalOf(upTo(8)), [1, 8]);
  t.same(intervalOf(upTo(9)), [2, 8]);
  t.same(intervalOf(upTo(20)), [6, 15]);
  t.same(intervalOf(upTo(100)), [40, 61]);
  t.same(intervalOf(upTo(20).toReversed()), [6, 15], "in whatever order they came");
});

t.test("sides are told apart only when the pairs are certain and all launches agree", async (t) => {
  const paired = (ratio: number, interval: readonly [number, number] | null) => ({
    ratio,
    lower: ratio,
    upper: ratio,
    interval,
  });
  t.equal(judge(paired(0.5, [0.49, 0.52]), [0.49, 0.51, 0.5]), "apart");
  t.equal(judge(paired(1.2, [1.1, 1.3]), [1.15, 1.25]), "apart");
  t.equal(judge(paired(0.97, [0.94, 1.01]), [0.96, 0.98]), "noise", "the interval holds 1");
  t.equal(judge(paired(0.97, [0.95, 0.99]), [0.94, 1.01]), "noise", "one launch says otherwise");
  t.equal(judge(paired(0.97, [0.95, 0.99]), [0.94, 0.98]), "noise", "launches differ by more than 0.03");
  t.equal(judge(paired(0.97, [0.95, 0.99]), [0.96, 0.98]), "apart");
  t.equal(judge(paired(0.5, null), [0.5]), "few");
});

t.test("two equal sides are told apart in fewer than one of twenty cases", async (t) => {
  // Its own generator, so that the cases are always the same.
  let state = 1;
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const noisy = (): readonly number[] => Array.from({ length: 20 }, () => 100 * (0.8 + 0.4 * next()));
  const cases = 2_000;
  const apart = upTo(cases).filter(() => {
    const paired = comparePaired(noisy(), noisy());
    return judge(paired, [paired.ratio]) === "apart";
  });
  t.ok(apart.length < cases / 20, `${apart.length} of ${cases}`);
  t.ok(apart.length > 0, "and in some");
});
