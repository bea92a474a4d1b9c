import type { KeyedQueue } from "../core/keyed-queue.ts";
import { createKeyedQueue } from "../core/keyed-queue.ts";
import type { Clock } from "../ports/clock.ts";
import type { Peers } from "../ports/peers.ts";
import { StoreBusyError } from "../ports/store-errors.ts";

/** Longer than a job takes. After this time another process gets the lease of a process that died. */
const leaseMs = 5_000;
const lookAgainMs = 25;
/** A process that died costs one lease. */
const waitMaxMs = 3 * leaseMs;

/**
 * Runs the jobs of one key one after another across all processes on the store. The jobs of one process run in the order of the
 * calls. `what` distinguishes the keys of this queue from those of other queues. A lease does not stop a late process. A process
 * that pauses longer than its lease still finishes its job, in parallel with the next one. Rejects with a StoreError if the key is
 * busy for too long.
 */
export function createSharedQueue(what: string, peers: Peers, clock: Clock): KeyedQueue {
  const own = createKeyedQueue();
  if (peers.isAlone) return own;
  const pause = (): Promise<void> => new Promise((resolve) => void clock.wakeAt(clock.nowMs() + lookAgainMs, resolve));
  const hold = async (name: string): Promise<void> => {
    const untilMs = clock.nowMs() + waitMaxMs;
    while (!(await peers.lease(name, leaseMs))) {
      if (clock.nowMs() >= untilMs)
        throw new StoreBusyError(`Other processes have held the lease "${name}" for ${waitMaxMs} ms`);
      await pause();
    }
  };
  return {
    inOrder: (key, job) =>
      own.inOrder(key, async () => {
        const name = `${what} ${key}`;
        await hold(name);
        try {
          return await job();
        } finally {
          await peers.release(name);
        }
      }),
  };
}
