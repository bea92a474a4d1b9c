import { inSeconds, nowMs } from "../time.ts";
import type { FlowLog } from "../transcript/flow-log.ts";

/** A busy machine may hand over two requests closer to each other than they were sent: the first one had to connect. */
const earlyToleranceMs = 300;
const intervalMs = 3_000;
const seriesLength = 3;

/** Attempts as whoever they are made at sees them come. */
export class AttemptList {
  readonly #log: FlowLog;
  readonly #offsetsMs: number[] = [];
  readonly #messageIds = new Set<string>();
  #firstAtMs = 0;

  constructor(log: FlowLog) {
    this.#log = log;
  }

  /** Notes one more of the message with this id, as `isTaken` will answer it; answers that. */
  add(messageId: string, isTaken: (count: number) => boolean): boolean {
    const atMs = nowMs();
    if (this.#offsetsMs.length === 0) this.#firstAtMs = atMs;
    const offsetMs = atMs - this.#firstAtMs;
    this.#offsetsMs.push(offsetMs);
    this.#messageIds.add(messageId);
    const willTake = isTaken(this.count);
    const since = offsetMs === 0 ? "the first one" : `${inSeconds(offsetMs)} after the first one`;
    const next = this.count < seriesLength ? "; refused, the next one comes 3 s later" : "; refused";
    this.#log.note(`^ ${since}${willTake ? "" : next}`);
    return willTake;
  }

  get count(): number {
    return this.#offsetsMs.length;
  }

  /** Milliseconds after the first one. */
  get offsetsMs(): readonly number[] {
    return [...this.#offsetsMs];
  }

  /** Whether no two of the first `count` came closer to each other than the service promises. */
  keepsInterval(count: number): boolean {
    return this.#offsetsMs
      .slice(1, count)
      .every((offsetMs, index) => offsetMs - (this.#offsetsMs[index] ?? 0) >= intervalMs - earlyToleranceMs);
  }

  get isOneMessage(): boolean {
    return this.#messageIds.size === 1;
  }

  get sinceFirstMs(): number {
    return nowMs() - this.#firstAtMs;
  }
}
