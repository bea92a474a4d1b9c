import { createForwardTime } from "../../../../../src/core/clock.ts";
import type { Clock, Wake } from "../../../../../src/ports/clock.ts";
import type { SimulatedTime } from "./simulated-time.ts";

/**
 * One life of the service's process, from its start to its end. A dead process has no effects: its code in memory may still run, but each
 * port checks this object first. A crash between two awaits equals a crash between two effects, because only effects are visible.
 */
export class SimulatedProcess {
  /** The name is different in every life. */
  readonly name: string;
  readonly machine: string;
  /** The clock of the process's machine. */
  readonly clock: Clock;
  /** The clock of the database. Nobody sets it. */
  readonly databaseClock: Clock;
  readonly #time: SimulatedTime;
  #isDead = false;
  #isFrozen = false;
  #held: (() => void)[] = [];
  #aheadMs: number;
  readonly #onDeath: (() => void)[] = [];
  readonly #onFrost: ((isFrozen: boolean) => void)[] = [];

  /** `aheadMs`: how far the machine's clock is ahead of the simulated time. */
  constructor(time: SimulatedTime, machine: string, life: number, aheadMs: number) {
    this.name = `${machine}-${life}`;
    this.machine = machine;
    this.#time = time;
    this.#aheadMs = aheadMs;
    this.clock = this.#clockBy(
      createForwardTime(
        () => Math.floor(this.#time.nowMs) + this.#aheadMs,
        () => Math.floor(this.#time.nowMs),
      ),
    );
    this.databaseClock = this.#clockBy(() => Math.floor(this.#time.nowMs));
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  get isFrozen(): boolean {
    return this.#isFrozen;
  }

  /** Runs an event from outside. A dead process drops the event, and a frozen process keeps it until it continues. */
  enter(run: () => void): void {
    if (this.#isDead) return;
    if (this.#isFrozen) this.#held.push(run);
    else run();
  }

  /** Kills the process. From this time it has no visible effect. */
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

  /** Sets the machine's clock. Timers follow the elapsed time, as the system's timers do. */
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
    return { nowMs, wakeAt, steadyMs: () => Math.floor(this.#time.nowMs) };
  }
}
