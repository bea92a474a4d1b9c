/** What happens at a time; it can be taken back. */
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
/** Carries out all promises, and what they lead to, on the spot: a turn of the real loop for each happening took a quarter of the time. */
const carryOutPromises: () => void = Reflect.get(process, "_tickCallback");

/** Of one millisecond: a service that goes round in a circle would never let time go on. */
const happeningsOfMomentMax = 1_000_000;

/**
 * The only time there is in a simulation. It stands still while anything of the service can go on without it: promises and turns of the
 * event loop are carried out to their end, then the next happening begins, in the order of their times. So one seed is one run.
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

  /** Calls back when the time has come; a time in the past is now. */
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

  /** The turns and the time of day of everything in this process are those of the simulation until `end`. */
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

  /** Everybody sleeps for so long: what was to happen meanwhile happens now, in its order. */
  leap(byMs: number): void {
    this.nowMs += byMs;
  }

  /** Goes on until `isOver`, asked between two happenings, or until nothing can happen any more. */
  run(isOver: () => boolean): Promise<void> {
    // In a turn of its own: amid promises no others can be carried out.
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

  /** Until nothing goes on any more without time. */
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

/** What nobody takes back needs no shape of its own. */
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
