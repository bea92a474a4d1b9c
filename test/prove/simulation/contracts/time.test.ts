import t from "tap";
import { Random } from "../service/loop/random.ts";
import { SimulatedTime } from "../service/loop/simulated-time.ts";
import { startMs } from "./small-world.ts";

const never = (): boolean => false;

t.test("happenings run in the order of their times, and in the order of requests if the times are equal", async (t) => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const time = new SimulatedTime(startMs);
    const random = new Random(seed);
    const asked: { readonly atMs: number; readonly number: number }[] = [];
    const happened: { readonly atMs: number; readonly number: number }[] = [];
    const ask = (number: number): void => {
      // Some times are in the past. These happenings are due at once.
      const atMs = Math.max(time.nowMs, time.nowMs + random.between(-3, 9));
      asked.push({ atMs, number });
      time.at(atMs, () => {
        happened.push({ atMs: time.nowMs, number });
        if (asked.length < 200 && random.chance(0.7)) ask(asked.length);
        if (asked.length < 200 && random.chance(0.7)) ask(asked.length);
      });
    };
    for (let number = 0; number < 50; number += 1) ask(number);
    await time.run(never);
    const expected = asked.toSorted((one, other) => one.atMs - other.atMs || one.number - other.number);
    t.ok(happened.length >= 50);
    t.equal(JSON.stringify(happened), JSON.stringify(expected), `seed ${seed}: nothing is late, early or left out`);
  }
});

t.test("a cancelled happening does not run, and does not stop any other", async (t) => {
  const time = new SimulatedTime(startMs);
  const happened: number[] = [];
  const all = Array.from({ length: 20 }, (_, number) => time.after(number, () => happened.push(number)));
  for (const number of [0, 3, 4, 19]) all[number]?.cancel();
  time.at(startMs + 5.5, () => all[7]?.cancel());
  all[0]?.cancel();
  await time.run(never);
  t.strictSame(happened, [1, 2, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]);
  t.equal(time.nowMs, startMs + 18, "and no time passes for it");
});

t.test("time does not move until all promises and turns of the loop have run", async (t) => {
  const time = new SimulatedTime(startMs);
  const order: string[] = [];
  const note = (what: string): void => void order.push(`${what} at ${time.nowMs - startMs}`);
  time.begin();
  try {
    time.at(startMs + 10, () => {
      note("first");
      setImmediate((given: string) => {
        note(given);
        void Promise.resolve().then(() => {
          note("promise");
          setImmediate(() => note("second turn"));
        });
      }, "turn");
    });
    time.at(startMs + 10, () => note("second"));
    time.at(startMs + 11, () => note("third"));
    await time.run(never);
  } finally {
    time.end();
  }
  t.strictSame(order, [
    "first at 10",
    "turn at 10",
    "promise at 10",
    "second turn at 10",
    "second at 10",
    "third at 11",
  ]);
});

t.test("between begin and end the time of day is the simulation's, and a turn cannot be cancelled", async (t) => {
  const time = new SimulatedTime(startMs);
  const before = { setImmediate: globalThis.setImmediate, clearImmediate: globalThis.clearImmediate, now: Date.now };
  const seen: number[] = [];
  time.begin();
  try {
    seen.push(Date.now());
    time.after(1_500, () => seen.push(Date.now()));
    await time.run(never);
    t.throws(() => clearImmediate(setImmediate(() => undefined)), /Expected nobody/);
    await time.run(never);
  } finally {
    time.end();
  }
  t.strictSame(seen, [startMs, startMs + 1_500]);
  t.strictSame(
    { setImmediate: globalThis.setImmediate, clearImmediate: globalThis.clearImmediate, now: Date.now },
    before,
  );
  t.ok(Date.now() !== time.nowMs);
});

t.test("a run ends when its condition is true, and the next run continues from there", async (t) => {
  const time = new SimulatedTime(startMs);
  const happened: number[] = [];
  for (const number of [1, 2, 3, 4]) time.after(number, () => happened.push(number));
  await time.run(() => happened.length === 2);
  t.strictSame([happened.slice(), time.nowMs], [[1, 2], startMs + 2]);
  await time.run(never);
  t.strictSame([happened, time.nowMs], [[1, 2, 3, 4], startMs + 4]);
});

t.test("a seed repeats its numbers; another seed or another stream has different numbers", async (t) => {
  const numbers = (seed: number, stream?: string): readonly number[] => {
    const random = new Random(seed, stream);
    return Array.from({ length: 20 }, () => random.between(0, 1_000_000));
  };
  t.strictSame(numbers(7, "disk"), numbers(7, "disk"));
  const lists = [
    numbers(7, "disk"),
    numbers(7, "network"),
    numbers(8, "disk"),
    numbers(7),
    numbers(2 ** 40 + 7, "disk"),
  ];
  t.equal(new Set(lists.map(String)).size, lists.length);
});

t.test("numbers stay within their bounds and reach both ends", async (t) => {
  const random = new Random(1);
  const drawn = Array.from({ length: 2_000 }, () => random.between(-2, 3));
  t.strictSame(
    [...new Set(drawn)].sort((one, other) => one - other),
    [-2, -1, 0, 1, 2, 3],
  );
  t.notOk(Array.from({ length: 100 }, () => random.chance(0)).includes(true));
  t.notOk(Array.from({ length: 100 }, () => random.chance(1)).includes(false));
  t.equal(random.pick(["one"]), "one");
  t.throws(() => random.pick([]), /Expected a list/);
});
