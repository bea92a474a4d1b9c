import type { Peers } from "../../ports/peers.ts";
import type { ObjectPlace } from "./object-place.ts";

/** Renewed with every page; a process that was killed keeps the others from it no longer. */
const leaseMs = 60_000;

export interface ObjectsSweep {
  readonly place: Pick<ObjectPlace, "tokensOlderThan" | "remove">;
  readonly peers: Pick<Peers, "lease" | "release">;
  /** Of the lease. */
  readonly name: string;
  /** Younger files are left: another process may be about to commit their rows. */
  readonly leftAfterMs: number;
  isUnderWay(token: string): boolean;
  hasRow(token: string): boolean | Promise<boolean>;
}

/** Removes old files that have no row; answers how many. One process at a time does it, and each by itself does no harm. */
export async function sweepObjects(sweep: ObjectsSweep): Promise<number> {
  const { place, peers, name, leftAfterMs, isUnderWay, hasRow } = sweep;
  if (!(await peers.lease(name, leaseMs))) return 0;
  let removed = 0;
  try {
    for await (const tokens of place.tokensOlderThan(leftAfterMs)) {
      if (!(await peers.lease(name, leaseMs))) return removed;
      for (const token of tokens) {
        if (isUnderWay(token) || (await hasRow(token))) continue;
        await place.remove(token);
        removed += 1;
      }
    }
    return removed;
  } finally {
    await peers.release(name);
  }
}
