import type { Clock } from "../../ports/clock.ts";
import { FileStoreError } from "../../ports/file-store.ts";

/** A place that responded this recently is not checked again before an upload. */
const believedMs = 5_000;
/** A place that was unreachable gets no request for this time. Callers fail at once meanwhile. */
const awayMs = 1_000;

/** Whether the place of the files responds, by the outcome of the last request of any caller. */
export class Reach {
  readonly #clock: Clock;
  readonly #probe: () => Promise<void>;
  #answeredAtMs = Number.NEGATIVE_INFINITY;
  #failure: { readonly error: FileStoreError; readonly atMs: number } | null = null;
  #probing: Promise<void> | null = null;

  constructor(clock: Clock, probe: () => Promise<void>) {
    this.#clock = clock;
    this.#probe = probe;
  }

  /** Call this before an upload, so that a client does not send a file in vain. Rejects with FileStoreError. */
  async check(): Promise<void> {
    if (this.#failure === null && this.#clock.nowMs() - this.#answeredAtMs < believedMs) return;
    this.#probing ??= this.watch(this.#probe).finally(() => {
      this.#probing = null;
    });
    await this.#probing;
  }

  /** Runs the request, unless the place was unreachable a moment ago, and notes the outcome. Rejects with FileStoreError. */
  async watch<Value>(task: () => Promise<Value>): Promise<Value> {
    if (this.#failure !== null && this.#clock.nowMs() - this.#failure.atMs < awayMs) throw this.#failure.error;
    try {
      const value = await task();
      this.#answeredAtMs = this.#clock.nowMs();
      this.#failure = null;
      return value;
    } catch (error) {
      if (error instanceof FileStoreError && error.fault === "away")
        this.#failure = { error, atMs: this.#clock.nowMs() };
      throw error;
    }
  }
}
