import type { Test } from "tap";
import t from "tap";
import { createMachine } from "xstate";
import type { ChartModel } from "../../src/charts/chart.types.ts";
import { chartModelOf } from "../../src/charts/chart-model.ts";
import { systemClock } from "../../src/core/clock.ts";
import { ok } from "../../src/core/result.ts";
import type { ChartDrawer } from "../../src/ports/chart-drawer.ts";
import type { Clock } from "../../src/ports/clock.ts";
import type { ChartDrawerLimits } from "../../src/tasks/create-tasks.ts";
import { createChartDrawer } from "../../src/tasks/create-tasks.ts";
import type { WorkerPool } from "../../src/tasks/worker-pool.ts";
import type { ChartTask } from "../../workers/lay-out-chart.ts";
import { run } from "../../workers/lay-out-chart.ts";
import { madeUpMachine } from "./made-up.ts";

const small = (id: string): ChartModel =>
  chartModelOf(createMachine({ id, initial: "a", states: { a: { on: { go: "b" } }, b: {} } }));

/** Every state leads to every other: its layout takes too long for any caller. */
const endless = (): ChartModel => {
  const names = Array.from({ length: 60 }, (_, place) => `s${place}`);
  const on = Object.fromEntries(names.map((name) => [name, name]));
  return chartModelOf(
    createMachine({ id: "endless", initial: "s0", states: Object.fromEntries(names.map((name) => [name, { on }])) }),
  );
};

interface OpenDrawer {
  readonly drawer: ChartDrawer;
  readonly errors: unknown[];
}

/** Draws without a thread, for tests that are not about the thread. */
const withoutThread: WorkerPool<ChartTask, string> = {
  run: async (task) => ok(await run(task)),
  close: async () => undefined,
};

interface Parts {
  readonly limits?: Partial<ChartDrawerLimits>;
  readonly clock?: Clock;
  readonly pool?: typeof withoutThread;
}

function open(t: Test, { clock = systemClock, ...parts }: Parts = {}): OpenDrawer {
  const errors: unknown[] = [];
  const log = { error: (fields: unknown) => void errors.push(fields) };
  const drawer = createChartDrawer({ clock, log: log as never, ...parts });
  t.teardown(() => drawer.close());
  return { drawer, errors };
}

t.test("a thread draws the same chart, and does not block the main thread", async (t) => {
  const { drawer, errors } = open(t);
  const model = chartModelOf(madeUpMachine);
  t.strictSame(await drawer.draw(model), { ok: true, value: await run(model) });
  t.same(errors, []);
});

t.test("requests for the same chart get the same one, while it is drawn and after", async (t) => {
  const { drawer } = open(t, { pool: withoutThread });
  const [first, second] = await Promise.all([drawer.draw(small("one")), drawer.draw(small("one"))]);
  t.equal(first.ok, true);
  t.equal(second, first);
  t.equal(await drawer.draw(small("one")), first);
  t.not(await drawer.draw(small("two")), first);
});

t.test("the cache of finished charts is bounded: it keeps the last requested ones", async (t) => {
  const { drawer } = open(t, { pool: withoutThread, limits: { keptMax: 2 } });
  const one = await drawer.draw(small("one"));
  const two = await drawer.draw(small("two"));
  t.equal(await drawer.draw(small("one")), one);
  await drawer.draw(small("three"));
  t.equal(await drawer.draw(small("one")), one, "asked for since");
  const again = await drawer.draw(small("two"));
  t.not(again, two, "drawn again");
  t.strictSame(again, two);
});

t.test("the cache of finished charts is bounded by their characters", async (t) => {
  const { drawer } = open(t, { pool: withoutThread, limits: { keptCharactersMax: 2_000 } });
  const one = await drawer.draw(small("one"));
  t.ok(one.ok && one.value.length > 2_000);
  const again = await drawer.draw(small("one"));
  t.not(again, one, "too long to be kept");
  t.strictSame(again, one);
});

t.test("a chart that breaks the thread's work is a failure, logged once, and the next one is drawn", async (t) => {
  const { drawer, errors } = open(t);
  const broken = { ...small("broken"), root: null } as never;
  const drawn = await drawer.draw(broken);
  t.match(drawn, { ok: false, failure: { code: "internal_error", message: "The request could not be processed." } });
  t.match(errors, [{ machine: "broken", err: { message: /null/ } }]);
  t.equal((await drawer.draw(small("one"))).ok, true);
  t.equal((await drawer.draw(broken)).ok, false);
  t.equal(errors.length, 2, "the drawing is tried again");
});

t.test("a chart that is too complex times out and is remembered, and the next one is drawn", async (t) => {
  const limits: number[] = [];
  const clock: Clock = {
    nowMs: () => 0,
    // The first timer is set while the thread works.
    wakeAt: (atMs, wake) => {
      limits.push(atMs);
      return limits.length === 1 ? systemClock.wakeAt(systemClock.nowMs() + 1_000, wake) : { cancel: () => undefined };
    },
  };
  const { drawer, errors } = open(t, { limits: { drawingMsMax: 5_000 }, clock });
  const given = await drawer.draw(endless());
  const message = "Expected the chart of endless to be laid out within 5 s, got none: it is too intricate.";
  t.strictSame(given, { ok: false, failure: { code: "timeout", message } });
  t.equal(await drawer.draw(endless()), given);
  t.same(limits, [5_000], "not tried again");
  t.equal((await drawer.draw(small("one"))).ok, true);
  t.same(errors, []);
});

t.test("closing cancels the running drawing and the waiting ones", async (t) => {
  const { drawer, errors } = open(t);
  const drawing = [drawer.draw(endless()), drawer.draw(small("one"))];
  await drawer.close();
  const unavailable = {
    ok: false,
    failure: { code: "unavailable", message: "The server is starting or shutting down." },
  };
  t.strictSame(await Promise.all(drawing), [unavailable, unavailable]);
  t.strictSame(await drawer.draw(small("two")), unavailable);
  await drawer.close();
  t.same(errors, []);
});

t.test("cached charts stay available after closing", async (t) => {
  const { drawer } = open(t, { pool: withoutThread });
  const one = await drawer.draw(small("one"));
  await drawer.close();
  t.equal(await drawer.draw(small("one")), one);
});

t.test("too many waiting requests are refused, and only those", async (t) => {
  const { drawer } = open(t, { pool: withoutThread, limits: { waitingMax: 1 } });
  const asked = ["one", "two", "three"].map((id) => drawer.draw(small(id)));
  const again = drawer.draw(small("two"));
  const drawn = await Promise.all(asked);
  t.same(
    drawn.map((one) => (one.ok ? "drawn" : one.failure.code)),
    ["drawn", "drawn", "overloaded"],
  );
  t.equal(await again, drawn[1]);
  t.equal((await drawer.draw(small("three"))).ok, true);
});
