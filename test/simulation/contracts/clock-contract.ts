import type { Test } from "tap";
import type { Clock } from "../../../src/ports/clock.ts";

export interface ClockSubject {
  readonly name: string;
  /** Lets time pass until the body has settled. */
  run(t: Test, body: (clock: Clock) => Promise<void>): Promise<void>;
}

/** What everybody relies on who keeps a deadline. */
export function runClockContract(t: Test, subject: ClockSubject): void {
  const test = (name: string, body: (t: Test, clock: Clock) => Promise<void>): void => {
    void t.test(`${subject.name}: ${name}`, (t) => subject.run(t, (clock) => body(t, clock)));
  };
  const ring = (clock: Clock, inMs: number): Promise<number> =>
    new Promise((resolve) => clock.wakeAt(clock.nowMs() + inMs, () => resolve(clock.nowMs())));

  test("a wake rings at its time or later, never within the call that asked for it", async (t, clock) => {
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

  test("the earlier one rings first, whichever was asked for first", async (t, clock) => {
    const order: string[] = [];
    const nowMs = clock.nowMs();
    clock.wakeAt(nowMs + 20, () => order.push("second"));
    clock.wakeAt(nowMs + 10, () => order.push("first"));
    await ring(clock, 40);
    t.strictSame(order, ["first", "second"]);
  });

  test("one that was taken back does not ring, and may be taken back again", async (t, clock) => {
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
