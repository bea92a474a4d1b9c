import t from "tap";
import { createFreshReads } from "../../src/core/fresh-reads.ts";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Reads that end when the test says so. */
function holdReads() {
  const begun: { readonly key: string; answer(value: number): void; fail(error: Error): void }[] = [];
  const read = createFreshReads(
    (key: string) => new Promise<number>((answer, fail) => void begun.push({ key, answer, fail })),
  );
  return { begun, read };
}

t.test("calls during a read share the next one, which begins after it", async (t) => {
  const { begun, read } = holdReads();
  const first = read("a");
  const [second, third] = [read("a"), read("a")];
  const other = read("b");
  t.same(
    begun.map(({ key }) => key),
    ["a", "b"],
    "another key does not wait",
  );
  begun[0]?.answer(1);
  t.equal(await first, 1);
  await turn();
  t.equal(begun.length, 3, "one read for both");
  const late = read("a");
  begun[2]?.answer(2);
  t.same(await Promise.all([second, third]), [2, 2]);
  await turn();
  begun[3]?.answer(3);
  begun[1]?.answer(9);
  t.same(await Promise.all([late, other]), [3, 9]);
});

t.test("a failed read fails only for the callers that shared it", async (t) => {
  const { begun, read } = holdReads();
  const first = read("a");
  const second = read("a");
  begun[0]?.fail(new Error("no store"));
  await t.rejects(first, /no store/);
  await turn();
  begun[1]?.answer(2);
  t.equal(await second, 2);
  await turn();
  const third = read("a");
  t.equal(begun.length, 3, "no read is running any more");
  begun[2]?.answer(3);
  t.equal(await third, 3);
});
