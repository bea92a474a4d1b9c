import t from "tap";
import type { TimedHistory } from "./timed-laws.ts";
import { timedLaws } from "./timed-laws.ts";

const thing = {
  what: "reply",
  requests: [{ atMs: 0 }, { atMs: 3_000 }, { atMs: 6_000 }],
  ...{ ends: 1, endedAtMs: 6_010, dueAtMs: 6_000 },
};
const whole: TimedHistory = { isAhead: false, things: [thing], outages: [] };
/** Later than a rule allows, even on a very busy machine. */
const farMs = 60_000;

const brokenBy = (history: TimedHistory): readonly string[] =>
  timedLaws.filter((law) => law.faults(history).length > 0).map(({ promise }) => promise);

t.test("a history without late timers keeps the laws of clocks", async (t) => {
  t.strictSame(brokenBy(whole), []);
  for (const { promise, seen } of timedLaws) t.ok(seen(whole) > 0, promise);
  const outage = { killedAtMs: 1_000, readyAtMs: farMs, deskReadyAtMs: farMs };
  const requests = [{ atMs: 0 }, { atMs: farMs }, { atMs: farMs + 3_000 }];
  const later = { ...thing, requests, endedAtMs: farMs + 3_000, dueAtMs: farMs + 3_000 };
  t.strictSame(brokenBy({ ...whole, things: [later], outages: [outage] }), [], "overdue at the end of an outage");
  const early = { ...thing, requests: [{ atMs: 0 }, { atMs: 1_000 }], endedAtMs: 0, dueAtMs: farMs };
  t.strictSame(brokenBy({ ...whole, isAhead: true, things: [early] }), [], "overdue by the clock");
});

const planted: readonly (readonly [what: string, promise: string, change: Partial<typeof thing>])[] = [
  ["an early attempt", "attempts", { requests: [{ atMs: 0 }, { atMs: 1_000 }] }],
  ["a late attempt", "attempts", { requests: [{ atMs: 0 }, { atMs: farMs }] }],
  ["a fourth attempt", "attempts", { requests: [0, 3_000, 6_000, 9_000].map((atMs) => ({ atMs })) }],
  ["a second end", "every clock", { ends: 2 }],
  ["an end that is late", "every clock", { endedAtMs: 6_000 + farMs }],
  ["an end that is early", "every clock", { endedAtMs: 6_000 - farMs }],
];

t.test("each planted violation breaks its own promise and no other", async (t) => {
  for (const [what, promise, change] of planted)
    t.strictSame(brokenBy({ ...whole, things: [{ ...thing, ...change }] }), [promise], what);
  t.strictSame(brokenBy({ ...whole, things: [{ ...thing, ...{ endedAtMs: null } }] }), ["every clock"], "no end");
  const fourth = { ...thing, requests: [0, 1_000, 2_000, 3_000].map((atMs) => ({ atMs })) };
  t.strictSame(brokenBy({ ...whole, isAhead: true, things: [fourth] }), ["attempts"], "a fourth by any clock");
});
