import type { Clock, Wake } from "../ports/clock.ts";
import type { Peers } from "../ports/peers.ts";

/** After this time another process takes over the job of a process that died. */
const runningMs = 60_000;
const renewEveryMs = 20_000;
/** The part of the interval for which the lease is kept: a living process also does the next run. */
const keptPart = 0.9;

/** Runs a recurring job every `everyMs`, in one process at a time. */
export interface ByOneNode {
  /** The pause before the next attempt, after a run of another process. */
  readonly askAgainMs: number;
  /**
   * False when another process has the job, or it was done a short while ago. `isLost` becomes true within the job when another
   * process has taken it over, because this one stopped for a while. The other process then repeats the work of this one.
   */
  run(job: (isLost: () => boolean) => Promise<void>): Promise<boolean>;
}

/** `what` is the job's name in all processes. */
export function createByOneNode(what: string, everyMs: number, peers: Peers, clock: Clock): ByOneNode {
  const askAgainMs = Math.min(everyMs, runningMs);
  if (peers.isAlone) {
    return {
      askAgainMs,
      async run(job) {
        await job(() => false);
        return true;
      },
    };
  }
  const name = `house: ${what}`;
  return {
    askAgainMs,
    async run(job) {
      if (!(await peers.lease(name, runningMs))) return false;
      const renewal = renew(() => peers.lease(name, runningMs), clock);
      try {
        await job(renewal.isLost);
      } finally {
        renewal.stop();
      }
      if (!renewal.isLost()) await peers.lease(name, Math.max(1, everyMs * keptPart));
      return true;
    },
  };
}

/** A process that cannot renew in time has lost the lease. */
function renew(lease: () => Promise<boolean>, clock: Clock): { isLost(): boolean; stop(): void } {
  let isLost = false;
  let isOver = false;
  let untilMs = clock.nowMs() + runningMs;
  let wake: Wake;
  const ask = async (): Promise<void> => {
    const askedAtMs = clock.nowMs();
    const hasIt = await lease().catch(() => null);
    if (hasIt === true) untilMs = askedAtMs + runningMs;
    if (hasIt === false) isLost = true;
    if (!isOver && !isLost) arm();
  };
  const arm = (): void => {
    wake = clock.wakeAt(clock.nowMs() + renewEveryMs, () => void ask());
  };
  arm();
  return {
    isLost: () => isLost || clock.nowMs() >= untilMs,
    stop() {
      isOver = true;
      wake.cancel();
    },
  };
}
