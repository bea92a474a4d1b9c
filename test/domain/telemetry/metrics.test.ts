import t from "tap";
import { Registry } from "../../../src/actors/registry.ts";
import { defaultLimits } from "../../../src/config/limits.ts";
import { systemClock } from "../../../src/core/clock.ts";
import { Durations, durationBoundsMs } from "../../../src/core/telemetry/durations.ts";
import { countLanes } from "../../../src/domain/telemetry/runtime-metrics.ts";
import { botPath, says } from "../../edge/b-bot/provider.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { bot } from "../../harness/service-config.ts";
import { silentLog } from "../../harness/test-log.ts";

const failure = { kind: "timeout", code: "timeout", message: "No answer within 3 s." } as const;

/** Scrapes the metrics. Returns a function that gives the value of a metric. */
const scrape = async ({ url }: Service) => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return (sample: string): number | undefined => {
    const line = text.split("\n").find((one) => one.startsWith(`${sample} `));
    return line === undefined ? undefined : Number(line.slice(sample.length + 1).replace("Nan", "NaN"));
  };
};

t.test(
  "a duration is counted in its bucket; a negative duration, after the clock was set back, counts as 0",
  async (t) => {
    const durations = new Durations();
    for (const ms of [...durationBoundsMs, 0, -5, Number.NaN, 40_000]) durations.note(ms);
    const [first, ...others] = durations.counts;
    t.equal(first, 4, "a bound belongs to its own bucket");
    t.same(
      others,
      durationBoundsMs.map(() => 1),
    );
    t.equal(durations.sumMs, 40_000 + durationBoundsMs.reduce((sum, ms) => sum + ms, 0));
  },
);

t.test("a scrape shows turns of a bot, attempts by outcome, lanes and sockets", async (t) => {
  const service = await startService(t, { channels: { MOBILEAPP1: { bot } } });
  await service.say("7", "hello");
  await service.settle();
  const begun = await scrape(service);
  t.same([begun("parley_lanes"), begun("parley_lanes_waiting")], [1, 0]);
  service.clock.advance(300);
  service.botAttempts[0]?.answer();
  await service.settle();
  service.clock.advance(1_500);
  for (const _ of ["answer", "more"]) await service.call("POST", botPath, { body: says("hi") });
  await service.settle();
  service.clock.advance(2_000);
  service.attempts[0]?.answer({ httpStatus: null, failure });
  await service.settle();
  await service.enter("kim");
  const shown = await scrape(service);
  t.same(
    [shown("parley_bot_turn_seconds_count"), shown("parley_bot_turn_seconds_sum")],
    [1, 1.8],
    "up to the first response",
  );
  const attempt = (receiver: string, outcome: string) => `receiver="${receiver}",outcome="${outcome}"`;
  t.equal(shown(`parley_attempt_seconds_sum{${attempt("bot", "delivered")}}`), 0.3);
  const late = attempt("customer", "timeout");
  const buckets = ["1", "2.5", "+Inf"].map((le) => shown(`parley_attempt_seconds_bucket{${late},le="${le}"}`));
  t.same(buckets, [0, 1, 1]);
  t.same([shown("parley_lanes"), shown("parley_lanes_waiting")], [1, 1], "the lane waits for the next attempt");
  t.same([shown('parley_sockets{kind="desk"}'), shown('parley_sockets{kind="visitor"}')], [1, 0]);
  t.ok((shown("parley_actors_in_memory") ?? 0) > 2);
  t.ok((shown("parley_mailbox_wait_seconds_count") ?? 0) > 2);
  t.equal(shown("parley_journal_lag_bytes"), undefined, "a store without a journal has no lag");
});

t.test("all dead letters are counted in the background after a scrape, and not again within a minute", async (t) => {
  const service = await startService(t);
  const key = (number: number) => ["dead", "MOBILEAPP1" as never, `d${number}` as never] as const;
  const store = (from: number, to: number): Promise<void> =>
    service.store.commit({}, () =>
      Array.from({ length: to - from }, (_, index) => ({
        ...({ table: "delivery", row: { chatId: "1" as never } } as const),
        key: key(from + index),
      })),
    );
  await store(0, 1_201);
  const counted = async (): Promise<number | undefined> => (await scrape(service))("parley_dead_letters");
  t.same(await counted(), Number.NaN, "not by the first scrape");
  for (let latest = await counted(); latest !== 1_201; latest = await counted()) t.same(latest, Number.NaN);
  await store(1_201, 1_203);
  await service.settle();
  t.equal(await counted(), 1_201);
  service.clock.advance(63_000);
  t.equal(await counted(), 1_201, "a scrape does not wait for the count");
  while ((await counted()) === 1_201) await service.settle();
  t.equal(await counted(), 1_203);
});

t.test("sizes of mailboxes, evicted conversations and waiting times are measured", async (t) => {
  const limits = { ...defaultLimits, conversationsInMemoryMax: 10 };
  const registry = new Registry({
    ...{ limits, clock: systemClock, log: silentLog, isShared: false },
    runTurns: async (batch) => batch.flatMap((conversation) => conversation.takeMail()).length,
  });
  const submit = (name: string): void => {
    const target = { kind: "actor", actor: "chat/1", conversation: name } as never;
    registry.submitInternal({ target, event: { type: "x" }, cause: "x", done: () => undefined });
  };
  for (const name of ["a", "a", "a", "b"]) submit(name);
  t.match(registry.sizes(), { mailboxes: 2, deepest: 3, putAway: 0 });
  await registry.whenIdle();
  t.match(registry.sizes(), { mailboxes: 0, deepest: 0 });
  t.equal(
    [...registry.waits.counts].reduce((sum, count) => sum + count),
    2,
    "the first task of each mailbox is timed",
  );
});

t.test("a lane is counted by the deadline of its front", async (t) => {
  const names = ["delivery/1 next-attempt", "delivery/2 attempt-outcome", "chat/1 next-attempt"];
  t.same(countLanes(names), { all: 2, waiting: 1 });
});
