import fc from "fast-check";
import t from "tap";
import { createBadPathGuard } from "../../../src/edge/limits/bad-path-guard.ts";
import { createRateLimiter } from "../../../src/edge/limits/rate-limiter.ts";
import { isSameSecret } from "../../../src/edge/limits/same-secret.ts";
import { createRequestIds } from "../../../src/edge/server/server.ts";
import { maskPath } from "../../../src/edge/telemetry/exchange-log.ts";
import { createManualClock } from "../manual-clock.ts";

t.test("[LIM-03] one request succeeds after Retry-After, and none before its last second", async (t) => {
  const rates = fc.record({
    perSecond: fc.constantFrom(0.1, 0.3, 1, 3, 10, 100),
    burst: fc.integer({ min: 1, max: 300 }),
    pausesMs: fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 40 }),
  });
  fc.assert(
    fc.property(rates, ({ perSecond, burst, pausesMs }) => {
      const clock = createManualClock();
      const limiter = createRateLimiter({ perSecond, burst, bucketsMax: 10, clock });
      for (const pauseMs of pausesMs) {
        let passed = 0;
        while (limiter.take("a") === 0) passed += 1;
        if (passed > burst) return false;
        const waitSeconds = limiter.take("a");
        if (!Number.isInteger(waitSeconds) || waitSeconds < 1) return false;
        clock.advance((waitSeconds - 1) * 1000);
        if (waitSeconds > 1 && limiter.take("a") === 0) return false;
        clock.advance(1000);
        if (limiter.take("a") !== 0) return false;
        clock.advance(pauseMs);
      }
      return true;
    }),
  );
  t.pass("true for all rates");
});

t.test("[LIM-02] the bucket holds the burst and fills at the rate", async (t) => {
  const clock = createManualClock();
  const limiter = createRateLimiter({ perSecond: 10, burst: 20, bucketsMax: 2, clock });
  const passing = (key: string): number => {
    for (let count = 0; ; count += 1) if (limiter.take(key) !== 0) return count;
  };
  t.equal(passing("a"), 20);
  clock.advance(300);
  t.equal(passing("a"), 3);
  clock.advance(60_000);
  t.equal(passing("a"), 20, "never more than the burst");
  clock.advance(-5_000);
  t.equal(limiter.take("a"), 1, "a clock that is set back adds nothing and removes nothing");
  t.equal(passing("b"), 20, "keys do not share a bucket");
  t.equal(passing("c"), 20);
  t.equal(passing("a"), 20, "beyond the limit the least recently used key is evicted");
});

t.test("no minute contains more bad paths than allowed", async (t) => {
  const scenario = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 20, maxLength: 200 });
  fc.assert(
    fc.property(scenario, (pausesMs) => {
      const clock = createManualClock();
      const guard = createBadPathGuard({ perMinute: 5, addressesMax: 10, clock });
      const told: number[] = [];
      for (const pauseMs of pausesMs) {
        clock.advance(pauseMs);
        const nowMs = clock.nowMs();
        const inLastMinute = told.filter((atMs) => nowMs - atMs < 60_000);
        const waitSeconds = guard.count("a");
        if ((waitSeconds === 0) !== inLastMinute.length < 5) return false;
        if (waitSeconds === 0) told.push(nowMs);
        else if (waitSeconds !== Math.ceil(((inLastMinute[0] ?? 0) + 60_000 - nowMs) / 1000)) return false;
      }
      return true;
    }),
  );
  const clock = createManualClock();
  const guard = createBadPathGuard({ perMinute: 1, addressesMax: 2, clock });
  t.same([guard.count("a"), guard.count("a"), guard.count("b")], [0, 60, 0], "addresses do not share a count");
});

t.test("secrets are equal only if all their characters are equal", async (t) => {
  fc.assert(fc.property(fc.string(), fc.string(), (one, other) => isSameSecret(one, other) === (one === other)));
  t.equal(isSameSecret("abc", "abc"), true);
  t.equal(isSameSecret("abc", "abd"), false);
  t.equal(isSameSecret("abc", "ab"), false);
  t.equal(isSameSecret("abc", "abcd"), false);
  t.equal(isSameSecret("abc", ""), false);
  t.equal(isSameSecret("a\u0000", "a"), false);
});

t.test("the log shows only the first part of a path", async (t) => {
  for (const [path, masked] of [
    ["/", "/"],
    ["/favicon.ico", "/favicon.ico"],
    ["/chat-api/abc/MOBILEAPP1", "/chat-api/…"],
    ["//abc", "//…"],
    ["/0123456789012345678901/MOBILEAPP1", "/…/…"],
    ["/0123456789012345678901", "/…"],
  ]) {
    t.equal(maskPath(path ?? ""), masked);
  }
});

t.test("[ERR-18] request ids differ within and between starts", async (t) => {
  const [one, other] = [createRequestIds(), createRequestIds()];
  t.equal(new Set([one(), one(), one(), other(), other()]).size, 5);
});
