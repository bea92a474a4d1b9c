import type { DayReport, Failure, Timed } from "../../load/day/day-orders.ts";
import { sharedNowMs } from "../../load/day/shared-clock.ts";

const failuresKept = 1_000;

/** Records the actions of one process of the day's people. */
export class DayLog {
  readonly #times: Record<string, Timed[]> = {};
  readonly #failures: Failure[] = [];
  readonly #idle: Record<string, number> = {};
  #underWay = 0;

  begin(): void {
    this.#underWay += 1;
  }

  /** Records that the action due at this moment is done. */
  done(kind: string, dueAtMs: number): void {
    this.#underWay -= 1;
    this.time(kind, dueAtMs);
  }

  failed(kind: string, status: number | null): void {
    this.#underWay -= 1;
    if (this.#failures.length < failuresKept) this.#failures.push({ kind, status, atMs: sharedNowMs() });
  }

  time(kind: string, dueAtMs: number): void {
    const times = this.#times[kind] ?? [];
    times.push([dueAtMs, sharedNowMs() - dueAtMs]);
    this.#times[kind] = times;
  }

  idle(kind: string): void {
    this.#idle[kind] = (this.#idle[kind] ?? 0) + 1;
  }

  /** Resolves when nothing is in progress, or after the timeout. */
  async whenQuiet(patienceMs: number): Promise<void> {
    const untilMs = sharedNowMs() + patienceMs;
    while (this.#underWay > 0 && sharedNowMs() < untilMs) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  report(): DayReport {
    return { times: this.#times, failures: this.#failures, idle: this.#idle };
  }
}
