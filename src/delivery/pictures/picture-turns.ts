import { KeyCounts } from "../../core/bounds/key-counts.ts";
import type { Clock } from "../../ports/clock.ts";

export interface TurnLimits {
  readonly picturesAtOnce: number;
  readonly picturesOfHostAtOnce: number;
  readonly picturesWaitingMax: number;
}

interface Waiting {
  readonly host: string;
  readonly begin: () => void;
}

/** Limits how many pictures are fetched at once, in total and for each host, so that a slow host delays few others. */
export class PictureTurns {
  readonly #limits: TurnLimits;
  readonly #clock: Clock;
  readonly #running = new KeyCounts();
  readonly #waiting = new Set<Waiting>();
  #count = 0;

  constructor(limits: TurnLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Resolves with true when the host has a slot, which the caller returns with `end`. Resolves with false when too many wait, or the wait timed out. */
  begin(host: string, untilMs: number): Promise<boolean> {
    if (this.#isFree(host)) {
      this.#take(host);
      return Promise.resolve(true);
    }
    if (this.#waiting.size >= this.#limits.picturesWaitingMax) return Promise.resolve(false);
    return new Promise((resolve) => {
      const alarm = this.#clock.wakeAt(untilMs, () => {
        this.#waiting.delete(waiting);
        resolve(false);
      });
      const waiting = {
        host,
        begin: () => {
          alarm.cancel();
          resolve(true);
        },
      };
      this.#waiting.add(waiting);
    });
  }

  end(host: string): void {
    this.#running.remove(host);
    this.#count -= 1;
    for (const waiting of this.#waiting) {
      if (!this.#isFree(waiting.host)) continue;
      this.#waiting.delete(waiting);
      this.#take(waiting.host);
      waiting.begin();
    }
  }

  #isFree(host: string): boolean {
    const { picturesAtOnce, picturesOfHostAtOnce } = this.#limits;
    return this.#count < picturesAtOnce && this.#running.count(host) < picturesOfHostAtOnce;
  }

  #take(host: string): void {
    this.#count += 1;
    this.#running.add(host);
  }
}
