import { setImmediate as turn } from "node:timers/promises";
import t from "tap";
import { defaultLimits } from "../../../../src/config/limits.ts";
import { createGate, strangerBackAfterSeconds } from "../../../../src/domain/agent/accounts/gate.ts";
import { createLoginThrottle } from "../../../../src/domain/agent/accounts/login-throttle.ts";

/** As on two cores: five hashes a second. */
const hashMs = 400;
const guessesPerSecond = 12;
const newBrowsers = 20;
const patienceMs = 5_000;

/** Moves the time from one wake to the next, when nothing else happens any more. */
function createTime() {
  const time = { nowMs: 0 };
  const wakes: { readonly atMs: number; readonly wake: () => void }[] = [];
  return {
    clock: { nowMs: () => time.nowMs, wakeAt: () => ({ cancel: () => undefined }) },
    sleep: (ms: number) => new Promise<void>((wake) => wakes.push({ atMs: time.nowMs + ms, wake })),
    async run(untilMs: number): Promise<void> {
      while (time.nowMs < untilMs) {
        await turn();
        wakes.sort((one, other) => one.atMs - other.atMs);
        const next = wakes.shift();
        time.nowMs = next?.atMs ?? untilMs;
        next?.wake();
      }
    },
  };
}

/** The browsers that are in within 5 s, while others guess at two accounts from so many addresses. */
async function flood(addresses: number): Promise<number> {
  const { clock, sleep, run } = createTime();
  const throttle = createLoginThrottle(clock, defaultLimits);
  const gate = createGate(defaultLimits, clock);
  /** Returns the seconds to wait, 0 after the hash. */
  const ask = async (account: string, address: string, isRight: boolean): Promise<number> => {
    const guess = throttle.attempt({ kind: "stranger", account, address });
    if (typeof guess === "number") return guess;
    const done = await gate.run(() => sleep(hashMs).then(() => true), guess.stranger);
    if (done === null) guess.withdraw();
    else if (isRight) guess.succeeded();
    return done === null ? strangerBackAfterSeconds : 0;
  };
  const guessAll = async (): Promise<void> => {
    for (let number = 0; ; number += 1) {
      const address = `2001:db8:0:${(number % addresses).toString(16)}::1`;
      void ask(number % 2 === 0 ? "kim@example.com" : "nobody@example.com", address, false);
      await sleep(1_000 / guessesPerSecond);
    }
  };
  let inTime = 0;
  const logIn = async (number: number): Promise<void> => {
    await sleep(10_000 + number * 500);
    const startedAtMs = clock.nowMs();
    for (let seconds = 1; seconds > 0; ) {
      seconds = await ask("kim@example.com", `192.0.2.${number}`, true);
      if (seconds > 0) await sleep(seconds * 1_000);
    }
    if (clock.nowMs() - startedAtMs <= patienceMs) inTime += 1;
  };
  void guessAll();
  for (let number = 0; number < newBrowsers; number += 1) void logIn(number);
  await run(40_000);
  return inTime;
}

t.test(
  "18 of 20 new browsers are in within 5 s, while 12 passwords a second are guessed from many networks",
  async (t) => {
    for (const addresses of [20, 100, 1_000, 10_000]) {
      const inTime = await flood(addresses);
      t.ok(inTime >= 18, `${addresses} networks: ${inTime}`);
    }
  },
);
