import { comparePairs, describePairs } from "../../load/figures/pairs.ts";
import type { Contestant, Verdict } from "../scenario.types.ts";

/**
 * The additional cost of the second over the first: CPU per request, and requests per second that are not answered. `null`: shown
 * as a fact, without a target.
 */
export function judgeCost(what: string, without: Contestant, present: Contestant, costMax: number | null): Verdict[] {
  const cpu = comparePairs(without, present, "cpuUsPerRequest");
  const rate = comparePairs(without, present, "perSecond");
  const target = (sign: string): string => (costMax === null ? "none" : `${sign}${(costMax * 100).toFixed(0)} %`);
  return [
    {
      name: `${what}: CPU for a request`,
      target: target("<= +"),
      measured: describePairs(cpu),
      isMet: costMax === null ? null : cpu.median <= costMax,
    },
    {
      name: `${what}: requests/s`,
      target: target(">= -"),
      measured: describePairs(rate),
      isMet: costMax === null ? null : rate.median >= -costMax,
    },
  ];
}
