import t from "tap";
import { steadyClock, systemClock } from "../../../../src/core/clock.ts";
import { steadyClock as simulatedClock } from "../service/stand-ins/clock.ts";
import { runClockContract } from "./clock-contract.ts";
import { openSmallWorld, startMs } from "./small-world.ts";

runClockContract(t, { name: "system", run: (_, body) => body(systemClock) });
runClockContract(t, { name: "steady", run: (_, body) => body(steadyClock) });

runClockContract(t, {
  name: "simulated process",
  run(t, body) {
    const { process, play } = openSmallWorld(t);
    return play(() => body(process.clock));
  },
});

runClockContract(t, {
  name: "simulated database",
  run(t, body) {
    const { process, play } = openSmallWorld(t);
    process.stepClock(-3_600_000);
    return play(() => body(process.databaseClock));
  },
});

runClockContract(t, {
  name: "simulation",
  run: (t, body) => openSmallWorld(t).play(() => body(simulatedClock)),
});

t.test("the clock of a process returns whole milliseconds, also after a fraction of a millisecond", async (t) => {
  const { process, time } = openSmallWorld(t);
  time.after(7.9, () => undefined);
  await time.run(() => false);
  t.ok(time.nowMs > startMs + 7.8);
  t.equal(process.clock.nowMs(), startMs + 7);
});

const second = 1_000;
/** Much later than every deadline of the test. */
const end = 100 * second;

t.test("setting a clock changes its time, and timers follow the elapsed time", async (t) => {
  for (const [byMs, followedMs, rangAfterMs] of [
    [0, 0, 10 * second],
    [60 * second, 60 * second, 10 * second],
    [-500, -500, 10.5 * second],
    // The clock does not follow a larger step back.
    [-5 * second, 0, 10 * second],
  ] as const) {
    const { process, time } = openSmallWorld(t);
    const { clock } = process;
    const atMs = clock.nowMs() + 10 * second;
    let rangMs = 0;
    clock.wakeAt(atMs, () => {
      rangMs = time.nowMs;
    });
    time.after(4 * second, () => {
      const beforeMs = clock.nowMs();
      process.stepClock(byMs);
      t.equal(clock.nowMs() - beforeMs, followedMs);
    });
    await time.run(() => time.nowMs > startMs + end);
    t.equal(rangMs - startMs, rangAfterMs, `set by ${byMs} ms`);
    t.ok(clock.nowMs() >= atMs);
  }
});

t.test("setting the machine's clock does not change the clock of a database", async (t) => {
  const { process, time } = openSmallWorld(t);
  let rangMs = 0;
  process.databaseClock.wakeAt(startMs + 10 * second, () => {
    rangMs = time.nowMs;
  });
  process.stepClock(60 * second);
  t.equal(process.databaseClock.nowMs(), startMs);
  await time.run(() => false);
  t.equal(rangMs, startMs + 10 * second);
});

t.test("listeners are notified when a process freezes and when it continues", async (t) => {
  const { process } = openSmallWorld(t);
  const told: boolean[] = [];
  process.onFrost((isFrozen) => told.push(isFrozen));
  process.thaw();
  t.strictSame(told, [], "one that is not frozen does not thaw");
  process.freeze();
  t.ok(process.isFrozen);
  process.thaw();
  t.notOk(process.isFrozen);
  t.strictSame(told, [true, false]);
});

t.test("a killed process receives nothing more, and each listener is notified once", async (t) => {
  const { process, time } = openSmallWorld(t);
  const heard: string[] = [];
  process.onDeath(() => heard.push("first told"));
  process.onDeath(() => heard.push("second told"));
  process.clock.wakeAt(startMs + second, () => heard.push("woken"));
  time.at(startMs + 500, () => process.kill());
  time.at(startMs + 600, () => process.enter(() => heard.push("entered")));
  time.at(startMs + 700, () => process.kill());
  await time.run(() => false);
  t.strictSame(heard, ["first told", "second told"]);
  t.ok(process.isDead);
});

t.test(
  "a frozen process receives the missed events in order when it continues; if it is killed, it receives nothing",
  async (t) => {
    for (const [endsBy, expected] of [
      ["thaw", ["before", "one at 5000", "woken at 5000", "two at 5000", "after at 6000"]],
      ["kill", ["before"]],
    ] as const) {
      const { process, time } = openSmallWorld(t);
      const heard: string[] = [];
      const hear = (what: string) => () => heard.push(`${what} at ${time.nowMs - startMs}`);
      const enterAt = (atMs: number, what: string): void =>
        void time.at(startMs + atMs, () => process.enter(hear(what)));
      process.enter(() => heard.push("before"));
      time.at(startMs + second, () => process.freeze());
      enterAt(2 * second, "one");
      process.clock.wakeAt(startMs + 3 * second, hear("woken"));
      enterAt(4 * second, "two");
      time.at(startMs + 5 * second, () => process[endsBy]());
      enterAt(6 * second, "after");
      await time.run(() => false);
      t.strictSame(heard, expected);
    }
  },
);

t.test("each life of a process has a different name and the same machine", async (t) => {
  const first = openSmallWorld(t);
  const second = first.startNext();
  t.not(first.process.name, second.process.name);
  t.equal(first.process.machine, second.process.machine);
  t.not(first.folder, second.folder);
});
