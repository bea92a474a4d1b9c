import { ERROR_MESSAGE } from "../core/errors.ts";
import { createLastUsed } from "../core/last-used.ts";
import type { Failure } from "../core/result.ts";
import type { Clock } from "../ports/clock.ts";

const failuresFree = 5;
const waitSecondsMax = 60;
const forgottenAfterMs = 15 * 60_000;

/** Slows down guessing: after 5 failures in a row the wait doubles with each further one, up to a minute. */
export interface LoginThrottle {
  /**
   * Counts an attempt as failed until `succeeded` says otherwise, so that attempts at the same time count too.
   * Answers 0, or the whole seconds to wait, in which case nothing was counted.
   */
  attempt(keys: readonly string[]): number;
  succeeded(keys: readonly string[]): void;
  /** Takes back an attempt that was not tried after all. */
  withdraw(keys: readonly string[]): void;
}

interface Failures {
  readonly count: number;
  readonly lastMs: number;
  readonly blockedUntilMs: number;
}

/** `keysMax` bounds what is remembered; the least recently used is forgotten first. */
export function createLoginThrottle(clock: Clock, keysMax: number): LoginThrottle {
  const known = createLastUsed<string, Failures>(keysMax);
  return {
    attempt(keys) {
      const nowMs = clock.nowMs();
      const waitMs = Math.max(...keys.map((key) => (known.get(key)?.blockedUntilMs ?? 0) - nowMs));
      if (waitMs > 0) return Math.ceil(waitMs / 1000);
      for (const key of keys) known.set(key, oneMore(known.get(key), nowMs));
      return 0;
    },
    succeeded(keys) {
      for (const key of keys) known.delete(key);
    },
    withdraw(keys) {
      for (const key of keys) {
        const { count, lastMs } = known.get(key) ?? { count: 0, lastMs: 0 };
        if (count > 1) known.set(key, { count: count - 1, lastMs, blockedUntilMs: 0 });
        else known.delete(key);
      }
    },
  };
}

function oneMore(before: Failures | undefined, nowMs: number): Failures {
  const isRecent = before !== undefined && nowMs - before.lastMs < forgottenAfterMs;
  const count = isRecent ? before.count + 1 : 1;
  const waitSeconds = count < failuresFree ? 0 : Math.min(2 ** (count - failuresFree), waitSecondsMax);
  return { count, lastMs: nowMs, blockedUntilMs: nowMs + waitSeconds * 1000 };
}

/** A password is guessed for an e-mail, and from an address. */
export const throttleKeys = (accountKey: string, remoteAddress: string): readonly string[] => [
  `email ${accountKey}`,
  `address ${remoteAddress}`,
];

export const slowDown = (retryAfterSeconds: number): Failure => ({
  code: "rate_limited",
  message: ERROR_MESSAGE.rate_limited,
  retryAfterSeconds,
});
