import type { Clock, Wake } from "../../../ports/clock.ts";
import type { TypingState } from "../shop.ts";

const silenceMs = 5_000;
/** The receiver stops showing "is typing" after 10 s without a notice, so a notice is repeated earlier. */
const renewalMs = 5_000;

/** Reports when the customer types: from the first key until 5 s without a key, an empty field or a sent message. */
export class TypingNotices {
  readonly #clock: Clock;
  readonly #tell: (state: TypingState) => void;
  #toldAtMs: number | null = null;
  #silence: Wake | null = null;

  constructor(clock: Clock, tell: (state: TypingState) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /** Call this when the text of the field changes. */
  changed(text: string): void {
    if (text.trim() === "") this.end();
    else this.#typed();
  }

  end(): void {
    this.#silence?.cancel();
    if (this.#toldAtMs === null) return;
    this.#toldAtMs = null;
    this.#tell("typeout");
  }

  #typed(): void {
    const nowMs = this.#clock.nowMs();
    this.#silence?.cancel();
    this.#silence = this.#clock.wakeAt(nowMs + silenceMs, () => this.end());
    if (this.#toldAtMs !== null && nowMs - this.#toldAtMs < renewalMs) return;
    this.#toldAtMs = nowMs;
    this.#tell("typein");
  }
}
