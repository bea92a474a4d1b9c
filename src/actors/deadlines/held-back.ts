import type { Clock } from "../../ports/clock.ts";
import type { DeadlineRow } from "../../ports/store.ts";
import type { DeadlineHeap, DeadlineName } from "./deadline-heap.ts";
import { nameOf } from "./deadline-heap.ts";

/** A commit that took no longer moves nothing: points in time are held to this. */
const toleranceMs = 300;

/**
 * The deadlines of the heap, and those before it whose commit took long. What the step of such a one asked for left only then, so that it fires so
 * much later than its row says. After a restart it fires at its stored time.
 */
export class HeldBack {
  readonly #heap: DeadlineHeap;
  readonly #clock: Clock;
  readonly #fire: (row: DeadlineRow) => void;
  /** The time of each row, by its name. */
  readonly #held = new Map<string, number>();

  constructor(heap: DeadlineHeap, clock: Clock, fire: (row: DeadlineRow) => void) {
    this.#heap = heap;
    this.#clock = clock;
    this.#fire = fire;
  }

  /** A deadline of the same name goes. */
  push(row: DeadlineRow, tookMs: number): void {
    if (this.#held.size > 0) this.#held.delete(nameOf(row));
    if (tookMs <= toleranceMs) {
      this.#heap.push(row);
      return;
    }
    this.#heap.drop(row);
    this.#held.set(nameOf(row), row.atMs);
    this.#clock.wakeAt(row.atMs + tookMs, () => {
      if (!this.#isHeld(row)) return;
      this.#held.delete(nameOf(row));
      this.#fire(row);
    });
  }

  has(deadline: DeadlineName): boolean {
    return this.#heap.has(deadline) || this.#isHeld(deadline);
  }

  clear(deadline: DeadlineName): void {
    this.#heap.clear(deadline);
    if (this.#isHeld(deadline)) this.#held.delete(nameOf(deadline));
  }

  stop(): void {
    this.#held.clear();
  }

  #isHeld(deadline: DeadlineName): boolean {
    return this.#held.size > 0 && this.#held.get(nameOf(deadline)) === deadline.atMs;
  }
}
