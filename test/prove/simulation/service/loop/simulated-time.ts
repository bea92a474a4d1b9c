/** A planned callback, which can be cancelled. */
export interface Happening {
  cancel(): void;
}

interface Entry {
  readonly atMs: number;
  readonly order: number;
  run: (() => void) | null;
}

const nativeSetImmediate = globalThis.setImmediate;
const nativeClearImmediate = globalThis.clearImmediate;
const nativeNow = Date.now;
/** Runs all pending promise callbacks at once, and all that follow. A turn of the real loop for each happening took a quarter of the time. */
const carryOutPromises: () => void = Reflect.get(process, "_tickCallback");

/** The maximum number of happenings in one millisecond. Without this limit, a service in an endless loop would stop the time. */
const happeningsOfMomentMax = 1_000_000;

/**
 * The only clock of a simulation. Time moves only when the service can do nothing without it. First all promises and turns of the event
 * loop are executed. Then the next happening runs, in the order of times. So one seed is one run.
 */
export class SimulatedTime {
  nowMs: number;
  readonly #heap: Entry[] = [];
  #order = 0;
  #turns: (() => void)[] = [];
  #moment = 0;

  constructor(startMs: number) {
    this.nowMs = startMs;
  }

  /** Calls back at this time. A time in the past means the current time. */
  at(atMs: number, run: () => void): Happening {
    this.#order += 1;
    const entry: Entry = { atMs: Math.max(atMs, this.nowMs), order: this.#order, run };
    push(this.#heap, entry);
    return {
      cancel() {
        entry.run = null;
      },
    };
  }

  after(ms: number, run: () => void): Happening {
    return this.at(this.nowMs + ms, run);
  }

  /** Until `end`, all code in this process uses the event-loop turns and the time of day of the simulation. */
  begin(): void {
    const turn = <Given extends unknown[]>(run: (...given: Given) => void, ...given: Given): NodeJS.Immediate => {
      this.#turns.push(() => run(...given));
      return noImmediate;
    };
    globalThis.setImmediate = Object.assign(turn, { __promisify__: nativeSetImmediate.__promisify__ });
    globalThis.clearImmediate = () => {
      throw new Error("Expected nobody to take a turn of the loop back: the simulation does not know how");
    };
    Date.now = () => this.nowMs;
  }

  end(): void {
    globalThis.setImmediate = nativeSetImmediate;
    globalThis.clearImmediate = nativeClearImmediate;
    Date.now = nativeNow;
  }

  /** Moves the time forward by `byMs`. Happenings that were planned for this period run at its end, in their order. */
  leap(byMs: number): void {
    this.nowMs += byMs;
  }

  /** Runs until `isOver` returns true, or until nothing can happen any more. `isOver` is called between two happenings. */
  run(isOver: () => boolean): Promise<void> {
    // In a separate turn, because promises cannot be executed while another promise is running.
    return new Promise((resolve, reject) => {
      nativeSetImmediate(() => {
        try {
          this.#goOn(isOver);
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  #goOn(isOver: () => boolean): void {
    for (;;) {
      this.#settle();
      if (isOver()) return;
      const next = pop(this.#heap);
      if (next === undefined) return;
      if (next.run === null) continue;
      this.#moment = next.atMs > this.nowMs ? 0 : this.#moment + 1;
      if (this.#moment > happeningsOfMomentMax)
        throw new Error(`Expected time to go on, got a circle at ${this.nowMs}`);
      this.nowMs = Math.max(this.nowMs, next.atMs);
      next.run();
    }
  }

  /** Runs all promises and turns that need no time. */
  #settle(): void {
    carryOutPromises();
    while (this.#turns.length > 0) {
      for (const turn of this.#turns.splice(0)) {
        turn();
        carryOutPromises();
      }
    }
  }
}

/** Returned for every turn. Nobody cancels a turn, so the object needs no content. */
const noImmediate = {} as NodeJS.Immediate;

const isBefore = (one: Entry, other: Entry): boolean =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);

function push(heap: Entry[], entry: Entry): void {
  let at = heap.length;
  heap.push(entry);
  while (at > 0) {
    const parentAt = (at - 1) >> 1;
    const parent = heap[parentAt];
    if (parent === undefined || !isBefore(entry, parent)) break;
    heap[at] = parent;
    at = parentAt;
  }
  heap[at] = entry;
}

function pop(heap: Entry[]): Entry | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let childAt = 2 * at + 1;
    const right = heap[childAt + 1];
    let child = heap[childAt];
    if (child === undefined) break;
    if (right !== undefined && isBefore(right, child)) {
      childAt += 1;
      child = right;
    }
    if (!isBefore(child, last)) break;
    heap[at] = child;
    at = childAt;
  }
  heap[at] = last;
  return first;
}
