import { backgroundClock } from "../../core/clock.ts";

/** Only a failure waits this long. */
const patienceMs = 40_000;

/** Waits for facts: code that changes something calls `changed`, and then everybody who waits looks again. */
export class Facts {
  readonly #looks = new Set<() => void>();

  changed(): void {
    for (const look of [...this.#looks]) look();
  }

  /**
   * Resolves with the first found value that is not `undefined`. In the error, `what` says what was expected, and `seen` what was
   * there.
   */
  until<Found>(
    what: string,
    find: () => Found | undefined,
    seen: () => unknown = () => undefined,
    withinMs = patienceMs,
  ): Promise<Found> {
    const found = find();
    if (found !== undefined) return Promise.resolve(found);
    return new Promise((resolve, reject) => {
      const timer = backgroundClock.wakeAt(backgroundClock.nowMs() + withinMs, () => {
        this.#looks.delete(look);
        reject(new Error(`Expected ${what} within ${withinMs} ms, got ${JSON.stringify(seen())}`));
      });
      const look = (): void => {
        const found = find();
        if (found === undefined) return;
        timer.cancel();
        this.#looks.delete(look);
        resolve(found);
      };
      this.#looks.add(look);
    });
  }

  /** Resolves with whether the value is found within this time. */
  isSeen(find: () => unknown, withinMs: number): Promise<boolean> {
    return this.until("it", find, undefined, withinMs).then(
      () => true,
      () => false,
    );
  }
}
