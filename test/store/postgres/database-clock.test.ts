import t from "tap";
import type { Clock } from "../../../src/ports/clock.ts";
import type { DatabaseClock } from "../../../src/store/postgres/peers/database-clock.ts";
import { createDatabaseClock } from "../../../src/store/postgres/peers/database-clock.ts";
import { createManualClock } from "../../edge/manual-clock.ts";

const minuteMs = 60_000;

/** A test world. The database shows the true time until its clock is set, and the machine's clock is wrong. */
function openWorld({ wrongByMs, driftPerMs = 0 }: { readonly wrongByMs: number; readonly driftPerMs?: number }) {
  const truth = createManualClock();
  const startMs = truth.nowMs();
  let wrongMs = wrongByMs;
  let aheadMs = 0;
  const toBase = (trueMs: number): number => trueMs + wrongMs + (trueMs - startMs) * driftPerMs;
  const base: Clock = {
    nowMs: () => toBase(truth.nowMs()),
    wakeAt: (atMs, wake) => truth.wakeAt((atMs - wrongMs + startMs * driftPerMs) / (1 + driftPerMs), wake),
  };
  return {
    ...{ truth, base },
    setWrong(byMs: number) {
      wrongMs = byMs;
    },
    databaseMs: () => truth.nowMs() + aheadMs,
    setDatabase(byMs: number) {
      aheadMs = byMs;
    },
    /** A reading with these times for the way there and back. */
    read(clock: DatabaseClock, thereMs: number, backMs: number) {
      const sentAtMs = base.nowMs();
      truth.advance(thereMs);
      const databaseMs = truth.nowMs() + aheadMs;
      truth.advance(backMs);
      clock.sampled({ sentAtMs, receivedAtMs: base.nowMs(), databaseMs });
    },
  };
}

t.test(
  "a machine whose clock is wrong by minutes shows the time of the database, within half a round trip",
  async (t) => {
    for (const wrongByMs of [7 * minuteMs, -7 * minuteMs, 0]) {
      for (const [thereMs, backMs] of [
        [4, 4],
        [8, 0],
        [0, 8],
      ] as const) {
        const { truth, base, read } = openWorld({ wrongByMs });
        const clock = createDatabaseClock(base);
        read(clock, thereMs, backMs);
        const errorMs = Math.abs(clock.nowMs() - truth.nowMs());
        t.ok(
          errorMs <= (thereMs + backMs) / 2 + 1,
          `${wrongByMs} ms wrong, ${thereMs} there, ${backMs} back: ${errorMs} ms`,
        );
      }
    }
  },
);

t.test("the reading with the shortest round trip counts, however long the other readings take", async (t) => {
  const { truth, base, read } = openWorld({ wrongByMs: minuteMs });
  const clock = createDatabaseClock(base);
  read(clock, 1, 1);
  for (const [thereMs, backMs] of [
    [300, 5],
    [5, 300],
    [0, 1_500],
  ] as const) {
    read(clock, thereMs, backMs);
    truth.advance(1_000);
    t.ok(Math.abs(clock.nowMs() - truth.nowMs()) <= 2, `${clock.nowMs() - truth.nowMs()} ms`);
  }
});

t.test("the drift of a clock is corrected at each beat", async (t) => {
  for (const driftPerMs of [0.000_15, -0.000_15, 0.003, -0.003]) {
    const { truth, base, read } = openWorld({ wrongByMs: -minuteMs, driftPerMs });
    const clock = createDatabaseClock(base);
    let worstMs = 0;
    let lastMs = 0;
    let isForward = true;
    for (let second = 0; second < 600; second += 1) {
      read(clock, 1, 1);
      for (let step = 0; step < 10; step += 1) {
        truth.advance(99.8);
        const nowMs = clock.nowMs();
        isForward &&= nowMs >= lastMs;
        lastMs = nowMs;
        worstMs = Math.max(worstMs, Math.abs(nowMs - truth.nowMs()));
      }
    }
    t.ok(isForward);
    t.ok(worstMs <= 3 + 1_000 * Math.abs(driftPerMs) * 2, `drift ${driftPerMs}: ${worstMs} ms`);
  }
});

t.test("a small difference is corrected slowly, and the clock never goes back", async (t) => {
  for (const changeMs of [400, -400]) {
    const { truth, base, read, setWrong } = openWorld({ wrongByMs: 0 });
    const clock = createDatabaseClock(base);
    read(clock, 0, 0);
    setWrong(changeMs);
    const startMs = clock.nowMs();
    const startTrueMs = truth.nowMs();
    read(clock, 0, 0);
    for (let passedMs = 100; passedMs <= 90_000; passedMs += 100) {
      const beforeMs = clock.nowMs();
      truth.advance(100);
      const movedMs = clock.nowMs() - beforeMs;
      if (movedMs < 99 || movedMs > 101) t.fail(`moved by ${movedMs} ms in 100 ms`);
    }
    t.equal(startMs - startTrueMs, changeMs, "the machine's clock was set");
    t.ok(Math.abs(clock.nowMs() - truth.nowMs()) <= 1, "the difference is corrected after a while");
  }
});

t.test("the clock jumps forward over a large difference, and runs at half speed when it is far ahead", async (t) => {
  const { truth, base, read, databaseMs, setDatabase } = openWorld({ wrongByMs: minuteMs });
  const clock = createDatabaseClock(base);
  read(clock, 0, 0);
  let wokenAtMs = 0;
  const dueAtMs = clock.nowMs() + 30_000;
  clock.wakeAt(dueAtMs, () => {
    wokenAtMs = clock.nowMs();
  });
  setDatabase(minuteMs);
  read(clock, 0, 0);
  t.equal(clock.nowMs(), databaseMs());
  truth.advance(1);
  t.ok(wokenAtMs >= dueAtMs, "timers whose time the jump passed have fired");
  setDatabase(0);
  read(clock, 0, 0);
  for (let second = 0; second < 100; second += 1) {
    const beforeMs = clock.nowMs();
    truth.advance(1_000);
    const movedMs = clock.nowMs() - beforeMs;
    if (movedMs < 499 || movedMs > 1_001) t.fail(`moved by ${movedMs} ms in a second`);
  }
  t.ok(clock.nowMs() - databaseMs() <= 20_000 && clock.nowMs() >= databaseMs(), `${clock.nowMs() - databaseMs()} ms`);
});

t.test("no timer fires too early or much too late, whatever the clock does meanwhile", async (t) => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const { truth, base, read, setWrong } = openWorld({ wrongByMs: 3 * minuteMs });
  const clock = createDatabaseClock(base);
  read(clock, 1, 1);
  const early: number[] = [];
  const late: number[] = [];
  let isWaiting = 0;
  for (let round = 0; round < 300; round += 1) {
    const dueAtMs = clock.nowMs() + random(5_000) - 100;
    isWaiting += 1;
    const askedAtMs = clock.nowMs();
    clock.wakeAt(dueAtMs, () => {
      isWaiting -= 1;
      if (clock.nowMs() < dueAtMs) early.push(dueAtMs - clock.nowMs());
      if (clock.nowMs() > Math.max(dueAtMs, askedAtMs) + 15) late.push(clock.nowMs() - dueAtMs);
    });
    clock.wakeAt(dueAtMs, () => t.fail("a wake that was cancelled")).cancel();
    if (round % 10 === 0) setWrong(3 * minuteMs + random(1_800) - 900);
    read(clock, random(4), random(4));
    for (let step = 0; step < 20; step += 1) truth.advance(random(50));
  }
  truth.advance(minuteMs);
  t.strictSame({ early, isWaiting }, { early: [], isWaiting: 0 });
  // The machine's clock was set by up to 1.5 s meanwhile, so no timer can be exact.
  t.ok(
    late.every((ms) => ms < 2_000),
    `late by ${late}`,
  );
});

t.test("before the first reading the clock shows the time of the machine", async (t) => {
  const base = createManualClock();
  t.equal(createDatabaseClock(base).nowMs(), base.nowMs());
});
