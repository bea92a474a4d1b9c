import type { Clock } from "../../ports/clock.ts";
import type { SharedAs } from "../peers/shared-counts.ts";
import { createLastUsed } from "./last-used.ts";

export interface AllowancePace {
  /** What may be used at once; the same comes back, evenly, in every window. */
  readonly max: number;
  readonly windowMs: number;
}

/** Of each key. `max` is read whenever it is needed: a getter may answer another value than before. */
export interface AllowanceLimits extends AllowancePace {
  /** Keys that are remembered; the least recently used are forgotten, which gives them everything back. */
  readonly keysMax: number;
  readonly clock: Clock;
  /** Where it is for all processes together. */
  readonly shared?: SharedAs;
}

/** How much of something each key may use in a time; what is used comes back evenly. In memory alone. */
export interface Allowance {
  /** The seconds after which `amount` more may be used: 0 for now, `Infinity` when it is more than all there is. Uses nothing. */
  waitSeconds(key: string, amount: number): number;
  /** Uses it, allowed or not. A negative amount gives back what was not needed after all. */
  use(key: string, amount: number): void;
}

/** What was used, as of a time. */
export interface Used {
  readonly amount: number;
  readonly atMs: number;
}

export const nothingUsed: Used = { amount: 0, atMs: 0 };
/** Seconds that sums of fractions may miss. */
const roundingError = 1e-6;

/** How much of it has not come back by then. */
export const usedAt = ({ amount, atMs }: Used, { max, windowMs }: AllowancePace, nowMs: number): number =>
  Math.max(0, amount - (Math.max(0, nowMs - atMs) * max) / windowMs);

/** The seconds after which `amount` more may be used beside `used`: 0 for now, `Infinity` when it is more than all there is. */
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
  const tell = shared?.counts.share({ name: shared.name, told: "soon", take: useHere }) ?? null;
  return {
    waitSeconds: (key, amount) =>
      secondsUntil(amount, usedAt(known.peek(key) ?? nothingUsed, pace, clock.nowMs()), pace),
    use(key, amount) {
      useHere(key, amount);
      tell?.(key, amount);
    },
  };
}
