import type { Clock, Wake } from "../../ports/clock.ts";

/** The sign is hidden after this time even if the `typeout` is lost. */
const shownMs = 10_000;

/** Shows on a page who is typing, until the typing ends or for 10 s after the last notice. */
export class TypingSign {
  readonly #clock: Clock;
  readonly #tell: (who: string | null) => void;
  #who: string | null = null;
  #expiry: Wake | null = null;

  constructor(clock: Clock, tell: (who: string | null) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  get who(): string | null {
    return this.#who;
  }

  show(who: string): void {
    this.#expiry?.cancel();
    this.#expiry = this.#clock.wakeAt(this.#clock.nowMs() + shownMs, () => this.hide());
    this.#change(who);
  }

  hide(): void {
    this.#expiry?.cancel();
    this.#expiry = null;
    this.#change(null);
  }

  #change(who: string | null): void {
    if (who === this.#who) return;
    this.#who = who;
    this.#tell(who);
  }
}
