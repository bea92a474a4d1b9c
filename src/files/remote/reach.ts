import type { Clock } from "../../ports/clock.ts";
import { FileStoreError } from "../../ports/file-store.ts";

/** What answered this recently is not asked again before a file comes. */
const believedMs = 5_000;
/** What was away is not asked again for so long: whoever wants it then is told so at once. */
const awayMs = 1_000;

/** Whether the place of the files answers, by what the last of all who asked it met. */
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

  /** Before a file comes: it is not to come for nothing. Rejects with FileStoreError. */
  async check(): Promise<void> {
    if (this.#failure === null && this.#clock.nowMs() - this.#answeredAtMs < believedMs) return;
    this.#probing ??= this.watch(this.#probe).finally(() => {
      this.#probing = null;
    });
    await this.#probing;
  }

  /** Does it, unless the place was away a moment ago, and notes what comes of it. Rejects with FileStoreError. */
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
