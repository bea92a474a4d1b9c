import { addressGroup } from "../../core/addresses/address-group.ts";
import { createLastUsed } from "../../core/bounds/last-used.ts";
import type { SharedCounts } from "../../core/peers/shared-counts.ts";
import type { Clock } from "../../ports/clock.ts";

export interface BadPathLimits {
  /** Read at each use. If a getter returns another value than before, all counts are cleared. */
  readonly perMinute: number;
  /** The number of addresses that are stored. */
  readonly addressesMax: number;
  readonly clock: Clock;
  /** Present if the limit applies to all processes together. */
  readonly counts?: SharedCounts;
}

export interface BadPathGuard {
  /**
   * Counts one request to an unknown channel or with a wrong random string. Returns 0 while `address` is within the limit, else the
   * whole seconds (at least 1) to wait; such requests are not counted. An IPv6 address is counted by its /64. Source: AUTH-02, LIM-03.
   */
  count(address: string): number;
}

const minuteMs = 60_000;

/** A ring of the timestamps of an address's last bad requests, so that 60 s never contain more than `perMinute` of them. */
interface Moments {
  readonly atMs: number[];
  oldest: number;
}

export function createBadPathGuard(limits: BadPathLimits): BadPathGuard {
  const { addressesMax, clock, counts } = limits;
  let { perMinute } = limits;
  const addresses = createLastUsed<string, Moments>(addressesMax);
  const countHere = (group: string): number => {
    const nowMs = clock.nowMs();
    if (perMinute !== limits.perMinute) addresses.clear();
    perMinute = limits.perMinute;
    const moments = addresses.get(group);
    if (moments === undefined) {
      addresses.set(group, { atMs: [nowMs], oldest: 0 });
      return 0;
    }
    if (moments.atMs.length < perMinute) {
      moments.atMs.push(nowMs);
      return 0;
    }
    const waitMs = (moments.atMs[moments.oldest] ?? 0) + minuteMs - nowMs;
    if (waitMs > 0) return Math.max(1, Math.ceil(waitMs / 1000));
    moments.atMs[moments.oldest] = nowMs;
    moments.oldest = (moments.oldest + 1) % perMinute;
    return 0;
  };
  const countElsewhere = (group: string, amount: number): void => {
    for (let counted = 0; counted < Math.min(amount, perMinute); counted += 1) countHere(group);
  };
  const share = counts?.share({ name: "bad paths", sent: "soon", take: countElsewhere }) ?? null;
  return {
    count(address) {
      const group = addressGroup(address);
      const waitSeconds = countHere(group);
      if (waitSeconds === 0) share?.(group, 1);
      return waitSeconds;
    },
  };
}
