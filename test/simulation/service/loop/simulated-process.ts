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
  /** Its machine's. */
  readonly clock: Clock;
  /** That of a database which it asks: nobody sets it. */
  readonly databaseClock: Clock;
  readonly #time: SimulatedTime;
  #isDead = false;
  #isFrozen = false;
  #held: (() => void)[] = [];
  #aheadMs: number;
  readonly #onDeath: (() => void)[] = [];
  readonly #onFrost: ((isFrozen: boolean) => void)[] = [];

  /** `aheadMs`: how far its machine's clock is ahead of the real one. */
  constructor(time: SimulatedTime, machine: string, life: number, aheadMs: number) {
    this.name = `${machine}-${life}`;
    this.machine = machine;
    this.#time = time;
    this.#aheadMs = aheadMs;
    this.clock = this.#clockBy(() => Math.floor(this.#time.nowMs) + this.#aheadMs);
    this.databaseClock = this.#clockBy(() => Math.floor(this.#time.nowMs));
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

  onFrost(told: (isFrozen: boolean) => void): void {
    this.#onFrost.push(told);
  }

  freeze(): void {
    this.#isFrozen = true;
    for (const told of this.#onFrost) told(true);
  }

  thaw(): void {
    if (!this.#isFrozen) return;
    this.#isFrozen = false;
    for (const told of this.#onFrost) told(false);
    for (const run of this.#held.splice(0)) this.enter(run);
  }

  /** Somebody sets the machine's clock; timers run by what has passed, as those of the system do. */
  stepClock(byMs: number): void {
    this.#aheadMs += byMs;
  }

  #clockBy(nowMs: () => number): Clock {
    const wakeAt = (atMs: number, wake: () => void): Wake => {
      let isCancelled = false;
      const arm = (): void => {
        this.#time.after(Math.max(atMs - nowMs(), 0), () => this.enter(ring));
      };
      const ring = (): void => {
        if (isCancelled) return;
        if (nowMs() < atMs) arm();
        else wake();
      };
      arm();
      return {
        cancel() {
          isCancelled = true;
        },
      };
    };
    return { nowMs, wakeAt };
  }
}
