import type { Test } from "tap";
import type { Clock } from "../../../../src/ports/clock.ts";

export interface ClockSubject {
  readonly name: string;
  /** Runs the body, and lets time pass until it has settled. */
  run(t: Test, body: (clock: Clock) => Promise<void>): Promise<void>;
}

/** The behaviour of clocks on which all deadlines rely. */
export function runClockContract(t: Test, subject: ClockSubject): void {
  const test = (name: string, body: (t: Test, clock: Clock) => Promise<void>): void => {
    void t.test(`${subject.name}: ${name}`, (t) => subject.run(t, (clock) => body(t, clock)));
  };
  const ring = (clock: Clock, inMs: number): Promise<number> =>
    new Promise((resolve) => clock.wakeAt(clock.nowMs() + inMs, () => resolve(clock.nowMs())));

  test("a wake-up fires at its time or later, never inside the call that requested it", async (t, clock) => {
    for (const inMs of [15, 1, 0, -1_000]) {
      const askedMs = clock.nowMs();
      let isAsked = false;
      const rangMs = await new Promise<number>((resolve, reject) => {
        clock.wakeAt(askedMs + inMs, () =>
          isAsked ? resolve(clock.nowMs()) : reject(new Error("rang within the call")),
        );
        isAsked = true;
      });
      t.ok(rangMs >= askedMs + inMs, `asked for ${inMs} ms, rang after ${rangMs - askedMs}`);
    }
  });

  test("the earlier wake-up fires first, regardless of the order of requests", async (t, clock) => {
    const order: string[] = [];
    const nowMs = clock.nowMs();
    clock.wakeAt(nowMs + 20, () => order.push("second"));
    clock.wakeAt(nowMs + 10, () => order.push("first"));
    await ring(clock, 40);
    t.strictSame(order, ["first", "second"]);
  });

  test("a cancelled wake-up does not fire, and may be cancelled again", async (t, clock) => {
    const rang: string[] = [];
    const nowMs = clock.nowMs();
    const [early, late] = [
      clock.wakeAt(nowMs, () => rang.push("early")),
      clock.wakeAt(nowMs + 10, () => rang.push("late")),
    ];
    late.cancel();
    early.cancel();
    early.cancel();
    const own = clock.wakeAt(nowMs + 1, () => {
      own.cancel();
      rang.push("own");
    });
    await ring(clock, 20);
    own.cancel();
    t.strictSame(rang, ["own"]);
  });
}
