import type { Clock } from "../../ports/clock.ts";
import type { Peers } from "../../ports/peers.ts";
import type { OneAtATime } from "../one-at-a-time.ts";
import { createOneAtATime } from "../one-at-a-time.ts";

export interface OneEverywhereParts {
  readonly peers: Peers;
  readonly clock: Clock;
  /** The same in every process. */
  readonly name: string;
  /** Brings what tasks decide by up to what is stored. */
  catchUp(): Promise<void>;
}

/** A process that holds the lease and is frozen or dead keeps the others waiting so long. */
const leaseMs = 10_000;
const renewEveryMs = 3_000;
const askEveryMs = 25;

/**
 * Runs the task when every earlier one has ended, in this process and in all others on the store, and sees all that those left. What a
 * frozen process does after its lease is over is not kept out by it: what must never be twice is locked by its rows as well.
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
      // Who cannot renew it goes on: it lasts for some seconds yet.
      peers.lease(name, leaseMs).catch(() => undefined);
    });
  let wake = next();
  return { stop: () => wake.cancel() };
}
