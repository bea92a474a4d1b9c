import type { Peers } from "../../ports/peers.ts";
import type { ObjectPlace } from "./object-place.ts";

/** Renewed with every page. A killed process blocks the others at most this long. */
const leaseMs = 60_000;

export interface ObjectsSweep {
  readonly place: Pick<ObjectPlace, "tokensOlderThan" | "remove">;
  readonly peers: Pick<Peers, "lease" | "release">;
  /** The name of the lease. */
  readonly name: string;
  /** Younger files are not touched, because another process may be about to commit their rows. */
  readonly leftAfterMs: number;
  isUnderWay(token: string): boolean;
  hasRow(token: string): boolean | Promise<boolean>;
}

/** Deletes old files without a row. Returns their number. One process at a time does it, although several would do no harm. */
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
