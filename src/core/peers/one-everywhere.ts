import type { Clock } from "../../ports/clock.ts";
import type { Peers } from "../../ports/peers.ts";
import type { OneAtATime } from "../one-at-a-time.ts";
import { createOneAtATime } from "../one-at-a-time.ts";

export interface OneEverywhereParts {
  readonly peers: Peers;
  readonly clock: Clock;
  /** The same in every process. */
  readonly name: string;
  /** Loads the stored data on which the decisions of the tasks depend. */
  catchUp(): Promise<void>;
}

/** If the process with the lease is frozen or dead, the other processes wait this long. */
const leaseMs = 10_000;
const renewEveryMs = 3_000;
const askEveryMs = 25;

/**
 * Runs the task when every earlier one has ended, in this process and in all others on the store, and after their results are
 * loaded. It does not stop a frozen process whose lease is over: work that must never happen twice also needs row locks.
 */
export function createOneEverywhere(parts: OneEverywhereParts): OneAtATime {
  const here = createOneAtATime();
  if (parts.peers.isAlone) return here;
  return (task) =>
    here(async () => {
      await holdLease(parts);
      const renewal = renew(parts);
      try {
        await parts.catchUp();
        return await task();
      } finally {
        renewal.stop();
        await parts.peers.release(parts.name);
      }
    });
}

async function holdLease({ peers, clock, name }: OneEverywhereParts): Promise<void> {
  while (!(await peers.lease(name, leaseMs)))
    await new Promise<void>((resolve) => void clock.wakeAt(clock.nowMs() + askEveryMs, resolve));
}

function renew({ peers, clock, name }: OneEverywhereParts): { stop(): void } {
  const next = () =>
    clock.wakeAt(clock.nowMs() + renewEveryMs, () => {
      wake = next();
      // A process that cannot renew the lease continues, because the lease still lasts for some seconds.
      peers.lease(name, leaseMs).catch(() => undefined);
    });
  let wake = next();
  return { stop: () => wake.cancel() };
}
