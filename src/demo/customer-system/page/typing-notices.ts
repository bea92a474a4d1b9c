import type { Clock, Wake } from "../../../ports/clock.ts";
import type { TypingState } from "../shop.ts";

const silenceMs = 5_000;
/** Whoever is told forgets after 10 s without news. */
const renewalMs = 5_000;

/** Tells when the customer types: from the first key until 5 s of silence, an emptied field or a message that is sent. */
export class TypingNotices {
  readonly #clock: Clock;
  readonly #tell: (state: TypingState) => void;
  #toldAtMs: number | null = null;
  #silence: Wake | null = null;

  constructor(clock: Clock, tell: (state: TypingState) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /** The field has this text now. */
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
