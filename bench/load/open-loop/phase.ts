import type { Answer } from "./answer-reader.ts";
import { Latencies } from "./latencies.ts";
import type { PhaseReport } from "./open-loop.types.ts";
import type { Pace } from "./pace.ts";

/** The figures of the messages that are due within one phase, second by second. */
export class Phase {
  readonly #fromMs: number;
  /** No message of this phase begins after this moment. */
  endedAtMs = Number.POSITIVE_INFINITY;
  readonly #latencies: readonly Latencies[];
  readonly #answeredIn: Uint32Array;
  readonly #refusedIn: Uint32Array;
  readonly #answers: Record<string, number> = {};
  #unanswered = 0;

  constructor(fromMs: number, seconds: number) {
    this.#fromMs = fromMs;
    this.#latencies = Array.from({ length: Math.ceil(seconds) }, () => new Latencies());
    this.#answeredIn = new Uint32Array(Math.ceil(seconds));
    this.#refusedIn = new Uint32Array(Math.ceil(seconds));
  }

  noteAnswer(dueAtMs: number, answer: Answer | null): void {
    const nowMs = performance.now();
    this.#secondOf(dueAtMs)?.note(nowMs - dueAtMs);
    const name = answer === null ? "none" : nameOf(answer);
    this.#answers[name] = (this.#answers[name] ?? 0) + 1;
    const second = this.#indexOf(nowMs);
    const counts = answer?.status === 200 ? this.#answeredIn : this.#refusedIn;
    counts[second] = (counts[second] ?? 0) + 1;
  }

  /** Records a due message that was never sent. */
  noteUnbegun(dueAtMs: number, gaveUpAtMs: number): void {
    this.#secondOf(dueAtMs)?.note(gaveUpAtMs - dueAtMs);
  }

  /** Records a sent message that had no answer by then. */
  noteUnanswered(dueAtMs: number, gaveUpAtMs: number): void {
    this.noteUnbegun(dueAtMs, gaveUpAtMs);
    this.#unanswered += 1;
  }

  report(pace: Pace): PhaseReport {
    return {
      pace: pace.report(),
      latency: new Latencies().add(this.#latencies).percentiles(),
      answers: this.#answers,
      unanswered: this.#unanswered,
      seconds: this.#latencies.map((latencies, at) => ({
        answered: this.#answeredIn[at] ?? 0,
        refused: this.#refusedIn[at] ?? 0,
        latency: latencies.percentiles(),
      })),
    };
  }

  #indexOf(atMs: number): number {
    return Math.floor((atMs - this.#fromMs) / 1000);
  }

  #secondOf(dueAtMs: number): Latencies | undefined {
    return this.#latencies[this.#indexOf(dueAtMs)];
  }
}

function nameOf({ status, body }: Answer): string {
  const code = status === 200 ? undefined : /"code":"(\w+)"/.exec(body)?.[1];
  return code === undefined ? String(status) : `${status} ${code}`;
}
