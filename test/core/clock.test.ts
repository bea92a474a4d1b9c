import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import t from "tap";
import { createForwardTime, steadyClock, systemClock } from "../../src/core/clock.ts";
import type { Clock, Wake } from "../../src/ports/clock.ts";

/** Timers call back in the order of their times, so everything that is due within these milliseconds has called back. */
const whenPast = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.wakeAt(clock.nowMs() + ms, resolve));

t.test("a timer calls back once, not before its time; for a past time it calls back as soon as possible", async (t) => {
  const startedAtMs = steadyClock.nowMs();
  const firedAtMs: number[] = [];
  const late = steadyClock.wakeAt(startedAtMs + 20.5, () => firedAtMs.push(steadyClock.nowMs()));
  await whenPast(steadyClock, -5);
  await whenPast(steadyClock, 40);
  t.equal(firedAtMs.length, 1);
  t.ok((firedAtMs[0] ?? 0) >= startedAtMs + 20.5, `fired ${(firedAtMs[0] ?? 0) - startedAtMs} ms after the start`);
  late.cancel();
});

t.test("a cancelled timer calls nothing, also if its time is beyond the runtime's timers", async (t) => {
  const called: string[] = [];
  const nowMs = systemClock.nowMs();
  const cancelled = systemClock.wakeAt(nowMs + 1, () => called.push("cancelled"));
  cancelled.cancel();
  cancelled.cancel();
  const far = systemClock.wakeAt(nowMs + 2 ** 40, () => called.push("far"));
  await whenPast(systemClock, 20);
  far.cancel();
  t.same(called, []);
});

t.test("a timer that is over drops its callback", async (t) => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const timers: Wake[] = [];
  const begin = (afterMs: number): WeakRef<object> => {
    const request = { called: 0 };
    timers.push(
      systemClock.wakeAt(systemClock.nowMs() + afterMs, () => {
        request.called += 1;
      }),
    );
    return new WeakRef(request);
  };
  const [cancelled, fired, waiting] = [begin(60_000), begin(1), begin(60_000)];
  timers[0]?.cancel();
  await whenPast(systemClock, 20);
  collect();
  t.equal(cancelled.deref(), undefined, "cancelled");
  t.equal(fired.deref(), undefined, "fired");
  t.same(waiting.deref(), { called: 0 }, "still to come");
  timers[2]?.cancel();
});

t.test("the clock does not follow a set-back system clock, but follows it forward and by less than a second", (t) => {
  let [wall, steady] = [1_000_000, 50];
  const nowMs = createForwardTime(
    () => wall,
    () => steady,
  );
  const pass = (ms: number): void => {
    wall += ms;
    steady += ms;
  };
  t.equal(nowMs(), 1_000_000);
  pass(10);
  t.equal(nowMs(), 1_000_010);
  wall -= 3_600_000;
  t.equal(nowMs(), 1_000_010, "set back by an hour: time continues");
  pass(3_000);
  t.equal(nowMs(), 1_003_010, "at its pace");
  wall += 3_600_000;
  t.equal(nowMs(), 1_003_010, "set right again");
  wall += 7_200_000;
  t.equal(nowMs(), 8_203_010, "set forward: it follows");
  wall -= 900;
  t.equal(nowMs(), 8_202_110, "set back a little: it follows too");
  t.end();
});
