import type { Limits } from "../../../config/limits.ts";
import { addressGroup } from "../../../core/addresses/address-group.ts";
import { createAllowance } from "../../../core/bounds/allowance.ts";
import { createLastUsed } from "../../../core/bounds/last-used.ts";
import { ERROR_MESSAGE } from "../../../core/errors.ts";
import type { SharedCounts } from "../../../core/peers/shared-counts.ts";
import { ownCounts } from "../../../core/peers/shared-counts.ts";
import type { Failure } from "../../../core/result.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Stranger } from "./gate.ts";

/** Consecutive failures without a wait. Many people may share one address. */
const failuresFree = { own: 5, address: 20 } as const;
const waitSecondsMax = 60;
const forgottenAfterMs = 15 * 60_000;
const hourMs = 60 * 60_000;

/**
 * The source of a password guess. A browser that logged in to the account before, and a live session, are counted separately:
 * failures of other people do not delay them. All other guesses are counted by account and address together, by address, by account
 * and in total.
 */
export type Guesser =
  | { readonly kind: "session"; readonly sessionId: string }
  | { readonly kind: "browser"; readonly browserId: string }
  | { readonly kind: "stranger"; readonly account: string; readonly address: string };

/** One allowed guess. It counts as failed until its result is reported, so that simultaneous guesses count too. */
export interface Guess {
  /** Whose guess it is, with the failures before it; null for a known browser or a session. */
  readonly stranger: Stranger | null;
  succeeded(): void;
  /** The password was not checked after all. */
  withdraw(): void;
}

/**
 * Slows down guessing: after some consecutive failures the wait doubles with each further failure, up to a minute. Guesses from
 * changing addresses can reach `accountGuessesPerHour` for one account. Below this limit they delay nobody else.
 */
export interface LoginThrottle {
  /** Returns the guess, or the whole seconds to wait; then nothing was counted. */
  attempt(guesser: Guesser): Guess | number;
}

interface Failures {
  readonly count: number;
  readonly lastMs: number;
  readonly blockedUntilMs: number;
}

const none: Failures = { count: 0, lastMs: 0, blockedUntilMs: 0 };
const everybody = "everybody";

/** Failures are sent to the other processes at once; all of them share `counts`. */
export function createLoginThrottle(clock: Clock, limits: Limits, counts = ownCounts): LoginThrottle {
  const hourly = (name: "accountGuessesPerHour" | "guessesPerHour", keysMax: number) =>
    createAllowance({ max: limits[name], windowMs: hourMs, keysMax, clock, shared: { counts, name } });
  const ofAccount = hourly("accountGuessesPerHour", limits.rateBucketsMax);
  const ofAll = hourly("guessesPerHour", 1);
  const { waitSeconds, countOf, note } = createFailures(clock, limits, counts);

  const attemptAlone = (key: string): Guess | number => {
    const seconds = waitSeconds(key);
    if (seconds > 0) return seconds;
    note("own", key, "failed");
    return {
      stranger: null,
      succeeded: () => note("own", key, "succeeded"),
      withdraw: () => note("own", key, "withdrawn"),
    };
  };
  const attemptAsStranger = (account: string, group: string): Guess | number => {
    const [pair, address] = [`pair ${group} ${account}`, `address ${group}`];
    const seconds = Math.max(
      waitSeconds(pair),
      waitSeconds(address),
      ofAccount.waitSeconds(account, 1),
      ofAll.waitSeconds(everybody, 1),
    );
    if (seconds > 0) return seconds;
    const stranger = { group, failures: countOf(address) };
    note("own", pair, "failed");
    note("address", address, "failed");
    ofAccount.use(account, 1);
    ofAll.use(everybody, 1);
    const withdraw = (): void => {
      note("own", pair, "withdrawn");
      // A success at one account must not offset guesses at other accounts.
      note("address", address, "withdrawn");
      ofAccount.use(account, -1);
      ofAll.use(everybody, -1);
    };
    return {
      stranger,
      withdraw,
      succeeded() {
        withdraw();
        note("own", pair, "succeeded");
      },
    };
  };
  return {
    attempt(guesser) {
      switch (guesser.kind) {
        case "session":
          return attemptAlone(`session ${guesser.sessionId}`);
        case "browser":
          return attemptAlone(`browser ${guesser.browserId}`);
        case "stranger":
          return attemptAsStranger(guesser.account, addressGroup(guesser.address));
      }
    },
  };
}

/** The result of a guess as the amount that other processes receive. */
const amountOf = { failed: 1, withdrawn: -1, succeeded: 0 } as const;

function createFailures(clock: Clock, limits: Limits, counts: SharedCounts) {
  const known = createLastUsed<string, Failures>(limits.rateBucketsMax);
  const noteHere = (free: number, key: string, amount: number): void => {
    const { count, lastMs } = known.get(key) ?? none;
    if (amount > 0) known.set(key, oneMore(known.get(key), clock.nowMs(), free));
    else if (amount < 0 && count > 1) known.set(key, { count: count - 1, lastMs, blockedUntilMs: 0 });
    else known.delete(key);
  };
  const share = (kind: keyof typeof failuresFree) =>
    counts.share({
      name: `failed logins, ${kind}`,
      sent: "at once",
      take: (key, amount) => noteHere(failuresFree[kind], key, amount),
    });
  const tell = { own: share("own"), address: share("address") };
  return {
    countOf(key: string): number {
      const { count, lastMs } = known.peek(key) ?? none;
      return isRecent(lastMs, clock.nowMs()) ? count : 0;
    },
    waitSeconds(key: string): number {
      const waitMs = (known.get(key)?.blockedUntilMs ?? 0) - clock.nowMs();
      return waitMs > 0 ? Math.ceil(waitMs / 1000) : 0;
    },
    note(kind: keyof typeof failuresFree, key: string, outcome: keyof typeof amountOf): void {
      noteHere(failuresFree[kind], key, amountOf[outcome]);
      tell[kind]?.(key, amountOf[outcome]);
    },
  };
}

const isRecent = (lastMs: number, nowMs: number): boolean => nowMs - lastMs < forgottenAfterMs;

function oneMore(before: Failures | undefined, nowMs: number, free: number): Failures {
  const count = before !== undefined && isRecent(before.lastMs, nowMs) ? before.count + 1 : 1;
  const waitSeconds = count < free ? 0 : Math.min(2 ** (count - free), waitSecondsMax);
  return { count, lastMs: nowMs, blockedUntilMs: nowMs + waitSeconds * 1000 };
}

export const slowDown = (retryAfterSeconds: number): { readonly ok: false; readonly failure: Failure } => ({
  ok: false,
  failure: { code: "rate_limited", message: ERROR_MESSAGE.rate_limited, retryAfterSeconds },
});
