import type { Clock, Wake } from "../../ports/clock.ts";
import type { DeadlineRow, Key, Store } from "../../ports/store.ts";
import type { DeadlineName } from "./deadline-heap.ts";
import { DeadlineHeap, nameOf } from "./deadline-heap.ts";
import { scanDeadlines } from "./stored-deadlines.ts";

/** Deadlines that are later than this from now stay in the store until a later look loads them. */
const horizonMs = 10 * 60_000;
const scanRowsMax = 1_000;

/** Fires stored deadlines as events: never early, also after a restart. */
export interface Scheduler {
  /** Reads the stored deadlines. Those for a restart fire now, the others at their time. */
  start(): Promise<void>;
  /** Arms a deadline that was committed just now. */
  arm(row: DeadlineRow): void;
  /** The commit that cleared this deadline is durable: it does not fire any more. */
  disarm(deadline: DeadlineName): void;
  /** The deadline could not be fired; it fires again at `atMs`. */
  retry(row: DeadlineRow, atMs: number): void;
  /** The event of a fired deadline was processed. */
  fired(deadline: DeadlineName): void;
  /** Whether a stored deadline will fire, however late, or is being fired. */
  holds(deadline: DeadlineName): boolean;
  /** Names of the deadlines in memory, the actor first. Made for an occasional look. */
  armed(): Iterable<string>;
  stop(): void;
}

export interface SchedulerParts {
  readonly store: Store;
  readonly clock: Clock;
  /**
   * Several processes store deadlines. Each process fires those that it stored itself; all processes share those that it does not
   * fire.
   */
  readonly isShared: boolean;
  /** The caller of `fire` must call `fired` or `retry` afterwards. */
  readonly fire: (row: DeadlineRow, restarted: boolean) => void;
}

export function createScheduler({ store, clock, isShared, fire: fireNow }: SchedulerParts): Scheduler {
  const heap = new DeadlineHeap();
  /** Deadlines whose event is not processed yet: their name and their time. */
  const firing = new Map<string, number>();
  let horizonAtMs = 0;
  /** All stored deadlines before this time are in memory. */
  let loadedToMs = 0;
  let wake: Wake | null = null;
  let wakeAtMs = Number.POSITIVE_INFINITY;
  let isStopped = false;

  const fire = (row: DeadlineRow, restarted: boolean): void => {
    firing.set(nameOf(row), row.atMs);
    fireNow(row, restarted);
  };
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
    if (!isShared) await eachStored(store, fromMs, horizonAtMs, (row) => heap.push(row));
    loadedToMs = horizonAtMs;
    armNext();
  };

  return {
    async start() {
      horizonAtMs = clock.nowMs() + horizonMs;
      if (isShared) return armNext();
      await eachStored(store, 0, Number.MAX_SAFE_INTEGER, (row) => {
        if (row.atRestart) fire(row, true);
        else if (row.atMs < horizonAtMs) heap.push(row);
      });
      loadedToMs = horizonAtMs;
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
    fired(deadline) {
      const name = nameOf(deadline);
      if (firing.get(name) === deadline.atMs) firing.delete(name);
    },
    holds: (deadline) =>
      isShared || deadline.atMs >= loadedToMs || heap.has(deadline) || firing.get(nameOf(deadline)) === deadline.atMs,
    armed: () => heap.names,
    stop() {
      isStopped = true;
      wake?.cancel();
    },
  };
}

/** Visits every stored deadline from `fromMs` to before `untilMs`, a page at a time. */
async function eachStored(
  store: Store,
  fromMs: number,
  untilMs: number,
  visit: (row: DeadlineRow) => void,
): Promise<void> {
  for (let after: Key<"deadline"> | undefined; ; ) {
    const page = await scanDeadlines(store, {
      ...(after === undefined ? {} : { after }),
      until: [untilMs],
      limit: scanRowsMax,
    });
    for (const { row } of page) if (row !== null && row.atMs >= fromMs) visit(row);
    after = page.at(-1)?.key;
    if (page.length < scanRowsMax) return;
  }
}
