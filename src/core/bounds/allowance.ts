import type { Clock } from "../../ports/clock.ts";
import type { SharedAs } from "../peers/shared-counts.ts";
import { createLastUsed } from "./last-used.ts";

export interface AllowancePace {
  /** The amount that may be used at once; the same amount becomes available again, evenly, in every window. */
  readonly max: number;
  readonly windowMs: number;
}

/** For each key. Read `max` whenever it is needed: a getter may return another value than before. */
export interface AllowanceLimits extends AllowancePace {
  /** How many keys are remembered. The least recently used keys are evicted, and have their full allowance again. */
  readonly keysMax: number;
  readonly clock: Clock;
  /** Set where the limit counts for all processes together. */
  readonly shared?: SharedAs;
}

/** How much of something each key may use in a time; the used amount becomes available again evenly. Kept only in memory. */
export interface Allowance {
  /** The seconds after which `amount` more may be used: 0 for now, `Infinity` when it is more than the maximum. Uses nothing. */
  waitSeconds(key: string, amount: number): number;
  /** Uses the amount, allowed or not. A negative amount gives back what was not needed. */
  use(key: string, amount: number): void;
}

/** The used amount, as of a time. */
export interface Used {
  readonly amount: number;
  readonly atMs: number;
}

export const nothingUsed: Used = { amount: 0, atMs: 0 };
/** The largest error, in seconds, of a sum of fractions. */
const roundingError = 1e-6;

/** The part of the used amount that is not available again at that time. */
export const usedAt = ({ amount, atMs }: Used, { max, windowMs }: AllowancePace, nowMs: number): number =>
  Math.max(0, amount - (Math.max(0, nowMs - atMs) * max) / windowMs);

/** The seconds after which `amount` more may be used beside `used`: 0 for now, `Infinity` when it is more than the maximum. */
export function secondsUntil(amount: number, used: number, { max, windowMs }: AllowancePace): number {
  if (amount > max) return Number.POSITIVE_INFINITY;
  const seconds = ((used + amount - max) * windowMs) / max / 1_000;
  return seconds <= roundingError ? 0 : Math.max(1, Math.ceil(seconds - roundingError));
}

export function createAllowance(pace: AllowanceLimits): Allowance {
  const { keysMax, clock, shared } = pace;
  const known = createLastUsed<string, Used>(keysMax);
  const useHere = (key: string, amount: number): void => {
    const used = usedAt(known.get(key) ?? nothingUsed, pace, clock.nowMs());
    known.set(key, { amount: Math.max(0, used + amount), atMs: clock.nowMs() });
  };
  const tell = shared?.counts.share({ name: shared.name, sent: "soon", take: useHere }) ?? null;
  return {
    waitSeconds: (key, amount) =>
      secondsUntil(amount, usedAt(known.peek(key) ?? nothingUsed, pace, clock.nowMs()), pace),
    use(key, amount) {
      useHere(key, amount);
      tell?.(key, amount);
    },
  };
}
