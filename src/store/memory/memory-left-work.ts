import type { LeftWork } from "../../ports/left-work.ts";
import type { DeadlineRow } from "../../ports/store.ts";
import type { Shared } from "./shared-state.ts";
import { ownedName } from "./shared-state.ts";

/** As in PostgreSQL: a deadline of another process counts as left when it is this late. */
const deadlineLateMs = 200;
const leaseMs = 5_000;

/** Work that other nodes on the same rows left. The age of a tell does not count here: a tell is left when its node has ended. */
export function createMemoryLeftWork(
  shared: Shared,
  nodeId: string,
  living: () => readonly string[],
  nowMs: () => number,
): LeftWork {
  const { tables, owners } = shared;
  const claimedUntilMs = new Map<string, number>();
  const claim = (name: string): boolean => {
    if ((claimedUntilMs.get(name) ?? 0) > nowMs()) return false;
    claimedUntilMs.set(name, nowMs() + leaseMs);
    return true;
  };
  const isOrphaned = (name: string): boolean => !living().includes(owners.get(name) ?? "");
  return {
    async claimDeadlines(limit) {
      const late = tables.scan("deadline", { limit: Number.MAX_SAFE_INTEGER }).flatMap(({ key, row }) => {
        const name = ownedName("deadline", key);
        const isRestarted = row.atRestart && isOrphaned(name);
        const isLate = row.atMs <= nowMs() - deadlineLateMs;
        return isRestarted || isLate ? [{ name, row: row as DeadlineRow, isRestarted }] : [];
      });
      return late.slice(0, limit).filter(({ name }) => claim(name));
    },
    async claimTells(limit) {
      const left = shared.tellOrder.flatMap((id) => {
        const name = ownedName("tell", [id]);
        const row = owners.get(name) !== nodeId && isOrphaned(name) ? tables.read("tell", [id]) : undefined;
        return row === undefined ? [] : [{ name, row }];
      });
      return left
        .slice(0, limit)
        .filter(({ name }) => claim(name))
        .map(({ row }) => row);
    },
  };
}
