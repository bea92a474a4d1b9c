import type { Clock, Wake } from "../ports/clock.ts";
import type { Peers } from "../ports/peers.ts";

/** Of a process that dies in the midst, others take the job over after it. */
const runningMs = 60_000;
const renewEveryMs = 20_000;
/** Of the time between two runs: the same process has the next one when it lives. */
const keptPart = 0.9;

export interface ByOneNodeParts {
  readonly peers: Pick<Peers, "isAlone" | "lease">;
  readonly clock: Clock;
}

/** Runs a job that comes back every `everyMs`, in one process at a time. */
export interface ByOneNode {
  /** How long after a run that was another's it is asked for again. */
  readonly askAgainMs: number;
  /**
   * False where the job is another's, or was done a short while ago. `isLost` says within the job that it has become another's: a process that
   * stood still finds it so, and what it does until then the other does once more.
   */
  run(job: (isLost: () => boolean) => Promise<void>): Promise<boolean>;
}

/** `what` is the job's name in all processes. */
export function createByOneNode(what: string, everyMs: number, { peers, clock }: ByOneNodeParts): ByOneNode {
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

/** Whoever cannot renew in time has it no more. */
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
