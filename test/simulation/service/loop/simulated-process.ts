import type { Clock, Wake } from "../../../../src/ports/clock.ts";
import type { SimulatedTime } from "./simulated-time.ts";

/**
 * One life of the service's process, from its start to its end. Nothing of a dead one has an effect any more: what is left of it in memory
 * may go on, but each port looks here first. A crash between two awaits is one between two effects, for nothing else can be seen.
 */
export class SimulatedProcess {
  /** Different in every life. */
  readonly name: string;
  readonly machine: string;
  readonly clock: Clock;
  readonly #time: SimulatedTime;
  #isDead = false;
  #isFrozen = false;
  #held: (() => void)[] = [];
  #aheadMs: number;
  readonly #onDeath: (() => void)[] = [];

  /** `aheadMs`: how far its machine's clock is ahead of the real one. */
  constructor(time: SimulatedTime, machine: string, life: number, aheadMs: number) {
    this.name = `${machine}-${life}`;
    this.machine = machine;
    this.#time = time;
    this.#aheadMs = aheadMs;
    this.clock = { nowMs: () => this.#nowMs(), wakeAt: (atMs, wake) => this.#wakeAt(atMs, wake) };
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  get isFrozen(): boolean {
    return this.#isFrozen;
  }

  /** What comes from outside: dropped when dead, kept while frozen. */
  enter(run: () => void): void {
    if (this.#isDead) return;
    if (this.#isFrozen) this.#held.push(run);
    else run();
  }

  /** From now on nothing of it can be seen. */
  kill(): void {
    if (this.#isDead) return;
    this.#isDead = true;
    this.#held = [];
    for (const told of this.#onDeath.splice(0)) told();
  }

  onDeath(told: () => void): void {
    this.#onDeath.push(told);
  }

  freeze(): void {
    this.#isFrozen = true;
  }

  thaw(): void {
    this.#isFrozen = false;
    for (const run of this.#held.splice(0)) this.enter(run);
  }

  /** Somebody sets the machine's clock; timers run by what has passed, as those of the system do. */
  stepClock(byMs: number): void {
    this.#aheadMs += byMs;
  }

  #nowMs(): number {
    return Math.floor(this.#time.nowMs) + this.#aheadMs;
  }

  #wakeAt(atMs: number, wake: () => void): Wake {
    let isCancelled = false;
    const arm = (): void => {
      this.#time.after(Math.max(atMs - this.#nowMs(), 0), () => this.enter(ring));
    };
    const ring = (): void => {
      if (isCancelled) return;
      if (this.#nowMs() < atMs) arm();
      else wake();
    };
    arm();
    return {
      cancel() {
        isCancelled = true;
      },
    };
  }
}
