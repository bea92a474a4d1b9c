import type { LeftWork } from "../../ports/left-work.ts";
import type { DeadlineRow } from "../../ports/store.ts";
import type { MemoryNode, Shared } from "./shared-state.ts";
import { ownedName } from "./shared-state.ts";

/** As in PostgreSQL: a deadline of another process counts as left when it is this late. */
const deadlineLateMs = 200;
const leaseMs = 5_000;

/** Work that other nodes on the same rows left. The age of a tell does not count here: a tell is left when its node has ended. */
export function createMemoryLeftWork(shared: Shared, node: MemoryNode, nowMs: () => number): LeftWork {
  const { tables, owners, claims } = shared;
  const claim = (name: string): boolean => {
    if ((claims.get(name) ?? 0) > nowMs()) return false;
    claims.set(name, nowMs() + leaseMs);
    owners.set(name, node.id);
    return true;
  };
  const isOwn = (name: string): boolean => owners.get(name) === node.id;
  const isOrphaned = (name: string): boolean => !node.living().includes(owners.get(name) ?? "");
  return {
    async claimDeadlines(limit) {
      const late = tables.scan("deadline", { limit: Number.MAX_SAFE_INTEGER }).flatMap(({ key, row }) => {
        const name = ownedName("deadline", key);
        const isRestarted = row.atRestart && isOrphaned(name);
        const isLate = row.atMs <= nowMs() - deadlineLateMs && (!row.atRestart || isOwn(name));
        return isRestarted || isLate ? [{ name, row: row as DeadlineRow, isRestarted }] : [];
      });
      return late.slice(0, limit).filter(({ name }) => claim(name));
    },
    async claimTells(limit) {
      const left = shared.tellOrder.flatMap((id) => {
        const name = ownedName("tell", [id]);
        const row = !isOwn(name) && isOrphaned(name) ? tables.read("tell", [id]) : undefined;
        return row === undefined ? [] : [{ name, row }];
      });
      return left
        .slice(0, limit)
        .filter(({ name }) => claim(name))
        .map(({ row }) => row);
    },
  };
}
