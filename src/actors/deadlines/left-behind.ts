import type { Clock, Wake } from "../../ports/clock.ts";
import type { LeftWork } from "../../ports/left-work.ts";
import type { Log } from "../../ports/log.ts";
import type { DeadlineRow, TellRow } from "../../ports/store.ts";

/** How often a process looks for work that another one left: the longest delay, beside the time after which work counts as left. */
const lookEveryMs = 250;
const claimedAtOnce = 200;

/** Takes over tells and deadlines that other processes stored and did not carry out, as long as this process lives. */
export interface LeftBehind {
  /** Looks once; resolves when the tells that it found are carried out. */
  look(): Promise<void>;
  /** Looks at a fixed interval from now on. */
  start(): void;
  stop(): void;
}

export function createLeftBehind(
  leftWork: LeftWork,
  clock: Clock,
  log: Log,
  fire: (row: DeadlineRow, isRestarted: boolean) => void,
  carryOut: (tell: TellRow) => Promise<void>,
): LeftBehind {
  let wake: Wake | null = null;
  let isStopped = false;
  let isFailing = false;

  /** `carried` resolves when the tells that it took over are carried out. */
  const takeOver = async (): Promise<{ readonly carried: Promise<unknown> }> => {
    const tells = await leftWork.claimTells(claimedAtOnce);
    const carried = Promise.all(tells.map(carryOut));
    for (const { row, isRestarted } of await leftWork.claimDeadlines(claimedAtOnce)) fire(row, isRestarted);
    return { carried };
  };
  const lookAgain = async (): Promise<void> => {
    try {
      await takeOver();
      if (isFailing) log.info({}, "the unfinished work of other processes can be read again");
      isFailing = false;
    } catch (error) {
      // The work stays in the store; the store itself logs that it cannot be reached.
      if (!isFailing) log.error({ err: error }, "the unfinished work of other processes could not be read; retrying");
      isFailing = true;
    }
    arm();
  };
  const arm = (): void => {
    if (!isStopped) wake = clock.wakeAt(clock.nowMs() + lookEveryMs, () => void lookAgain());
  };

  return {
    async look() {
      const { carried } = await takeOver();
      await carried;
    },
    start: arm,
    stop() {
      isStopped = true;
      wake?.cancel();
    },
  };
}
