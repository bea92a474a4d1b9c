import type { Clock, Wake } from "../ports/clock.ts";
import type { DeadlineRow, Store } from "../ports/store.ts";
import type { DeadlineName } from "./deadline-heap.ts";
import { DeadlineHeap } from "./deadline-heap.ts";

/** Deadlines further away than this stay in the store until a later look brings them into memory. */
const horizonMs = 10 * 60_000;
const scanRowsMax = 1_000;

/** Fires stored deadlines as events: never early, after a restart too. */
export interface Scheduler {
  /** Reads what is stored: what is to fire at a restart fires now, the rest at its time. */
  start(): Promise<void>;
  /** A deadline that was committed just now. */
  arm(row: DeadlineRow): void;
  /** The commit that cleared this deadline is durable: it fires no more. */
  disarm(deadline: DeadlineName): void;
  /** The deadline could not be fired; once more at `atMs`. */
  retry(row: DeadlineRow, atMs: number): void;
  stop(): void;
}

export interface SchedulerParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly fire: (row: DeadlineRow, restarted: boolean) => void;
}

export function createScheduler({ store, clock, fire }: SchedulerParts): Scheduler {
  const heap = new DeadlineHeap();
  let horizonAtMs = 0;
  let wake: Wake | null = null;
  let wakeAtMs = Number.POSITIVE_INFINITY;
  let isStopped = false;

  const fireDue = (): void => {
    wake = null;
    wakeAtMs = Number.POSITIVE_INFINITY;
    const nowMs = clock.nowMs();
    for (let row = heap.popDue(nowMs); row !== undefined; row = heap.popDue(nowMs)) fire(row, false);
    if (nowMs >= horizonAtMs) void extendHorizon();
    else armNext();
  };
  const armNext = (): void => {
    const nextMs = Math.min(heap.earliestMs ?? Number.POSITIVE_INFINITY, horizonAtMs);
    if (isStopped || nextMs >= wakeAtMs) return;
    wake?.cancel();
    wakeAtMs = nextMs;
    wake = clock.wakeAt(nextMs, fireDue);
  };
  const extendHorizon = async (): Promise<void> => {
    const fromMs = horizonAtMs;
    horizonAtMs = clock.nowMs() + horizonMs;
    await eachStored(store, fromMs, horizonAtMs, (row) => heap.push(row));
    armNext();
  };

  return {
    async start() {
      horizonAtMs = clock.nowMs() + horizonMs;
      await eachStored(store, 0, Number.MAX_SAFE_INTEGER, (row) => {
        if (row.atRestart) fire(row, true);
        else if (row.atMs < horizonAtMs) heap.push(row);
      });
      armNext();
    },
    arm(row) {
      if (row.atMs >= horizonAtMs) return;
      heap.push(row);
      armNext();
    },
    disarm: (deadline) => heap.clear(deadline),
    retry(row, atMs) {
      clock.wakeAt(atMs, () => {
        if (!isStopped) fire(row, false);
      });
    },
    stop() {
      isStopped = true;
      wake?.cancel();
    },
  };
}

/** Every stored deadline from `fromMs` to before `untilMs`, a page at a time. */
async function eachStored(
  store: Store,
  fromMs: number,
  untilMs: number,
  visit: (row: DeadlineRow) => void,
): Promise<void> {
  for (let after: DeadlineRow | undefined; ; ) {
    const page = await store.scan("deadline", {
      ...(after === undefined ? {} : { after: [after.atMs, after.actor, after.id] as const }),
      until: [untilMs],
      limit: scanRowsMax,
    });
    for (const { row } of page) if (row.atMs >= fromMs) visit(row);
    after = page.at(-1)?.row;
    if (page.length < scanRowsMax) return;
  }
}
