import type { KeyedRow } from "../../core/rows/damaged-rows.ts";
import { keyPages, undamagedLater } from "../../core/rows/damaged-rows.ts";
import type { Clock, Wake } from "../../ports/clock.ts";
import type { DeadlineRow, Key, ReadRows, ScanRange, Store, StoredRows } from "../../ports/store.ts";

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

/**
 * With `isShared`, several processes store deadlines. Each process fires those that it stored itself; all processes share those that it
 * does not fire. The caller of `fireNow` must call `fired` or `retry` afterwards.
 */
export function createScheduler(
  store: Store,
  clock: Clock,
  isShared: boolean,
  fireNow: (row: DeadlineRow, restarted: boolean) => void,
): Scheduler {
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
  for await (const page of deadlinePages(store, { until: [untilMs], limit: scanRowsMax })) {
    for (const { row } of page) if (row !== null && row.atMs >= fromMs) visit(row);
  }
}

/** The actor, the id and the time of a deadline. */
export type DeadlineName = Pick<DeadlineRow, "actor" | "id" | "atMs">;

/** Deadlines by time, the earliest first. A cleared one keeps its place until its time and is then skipped. */
class DeadlineHeap {
  readonly #rows: DeadlineRow[] = [];
  /** When each deadline fires. An entry of the heap with another time, or with none here, was cleared. */
  readonly #standing = new Map<string, number>();

  get earliestMs(): number | undefined {
    return this.#rows[0]?.atMs;
  }

  /** The names of all deadlines that are set, as `nameOf` makes them. */
  get names(): Iterable<string> {
    return this.#standing.keys();
  }

  push(row: DeadlineRow): void {
    this.#standing.set(nameOf(row), row.atMs);
    const rows = this.#rows;
    let index = rows.length;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = rows[parentIndex];
      if (parent === undefined || parent.atMs <= row.atMs) break;
      rows[index] = parent;
      index = parentIndex;
    }
    rows[index] = row;
  }

  /** Most deadlines are cleared: a cleared one costs its actor no turn. */
  clear(deadline: DeadlineName): void {
    const name = nameOf(deadline);
    if (this.#standing.get(name) === deadline.atMs) this.#standing.delete(name);
  }

  has(deadline: DeadlineName): boolean {
    return this.#standing.get(nameOf(deadline)) === deadline.atMs;
  }

  /** Takes the earliest deadline that is set and due. */
  popDue(nowMs: number): DeadlineRow | undefined {
    for (let top = this.#popTop(nowMs); top !== undefined; top = this.#popTop(nowMs)) {
      const name = nameOf(top);
      if (this.#standing.get(name) !== top.atMs) continue;
      this.#standing.delete(name);
      return top;
    }
    return undefined;
  }

  #popTop(nowMs: number): DeadlineRow | undefined {
    const rows = this.#rows;
    const top = rows[0];
    if (top === undefined || top.atMs > nowMs) return undefined;
    const last = rows.pop();
    if (last !== undefined && rows.length > 0) this.#sink(last);
    return top;
  }

  #sink(row: DeadlineRow): void {
    const rows = this.#rows;
    let index = 0;
    for (;;) {
      let childIndex = 2 * index + 1;
      let child = rows[childIndex];
      const right = rows[childIndex + 1];
      if (child !== undefined && right !== undefined && right.atMs < child.atMs) {
        child = right;
        childIndex += 1;
      }
      if (child === undefined || child.atMs >= row.atMs) break;
      rows[index] = child;
      index = childIndex;
    }
    rows[index] = row;
  }
}

/** The same name for every time of a deadline. */
const nameOf = ({ actor, id }: Pick<DeadlineRow, "actor" | "id">): string => `${actor} ${id}`;

/**
 * Stored deadlines, earliest first. A damaged one is read from its actor's row, which also contains it, so that one bad row does
 * not stop the other deadlines. It is `null` when that row is damaged as well.
 */
export async function* deadlinePages(
  store: ReadRows,
  range: Omit<ScanRange<"deadline">, "onDamaged">,
): AsyncGenerator<readonly KeyedRow<"deadline">[]> {
  for await (const page of keyPages(store, "deadline", range))
    yield await Promise.all(page.map(async ({ key, row }) => ({ key, row: row ?? (await deadlineOf(store, key)) })));
}

async function deadlineOf(store: StoredRows, [, actor, id]: Key<"deadline">): Promise<DeadlineRow | null> {
  const row = await undamagedLater(() => store.read("actor", [actor]));
  const deadline = row?.deadlines.find((one) => one.id === id);
  return row === undefined || deadline === undefined ? null : { ...deadline, actor, conversation: row.conversation };
}
