import { setImmediate as nextTurn } from "node:timers/promises";
import t from "tap";
import { createPacer } from "../../../src/core/bounds/pacer.ts";

t.test("jobs run in order, a few in each turn of the event loop, and many are done in bounded time", async (t) => {
  for (const count of [1, 4, 5, 100, 5_000]) {
    const pace = createPacer();
    const done: number[] = [];
    for (let job = 0; job < count; job += 1) pace(() => done.push(job));
    t.strictSame(done, [], "none in the turn that adds them");
    let turns = 0;
    let most = 0;
    while (done.length < count) {
      const before = done.length;
      await nextTurn();
      turns += 1;
      most = Math.max(most, done.length - before);
    }
    t.strictSame(
      done,
      Array.from({ length: count }, (_, job) => job),
      `${count} jobs in order`,
    );
    t.ok(most <= Math.ceil(count / 256), `${most} of ${count} in one turn at most`);
    t.ok(turns <= 1_600, `${turns} turns for ${count}`);
  }
});

t.test("a job may add another one, and a pacer that was empty starts again", async (t) => {
  const pace = createPacer();
  const done: string[] = [];
  pace(() => {
    done.push("first");
    pace(() => done.push("second"));
  });
  await nextTurn();
  await nextTurn();
  t.strictSame(done, ["first", "second"]);
  pace(() => done.push("third"));
  await nextTurn();
  t.strictSame(done, ["first", "second", "third"]);
});
