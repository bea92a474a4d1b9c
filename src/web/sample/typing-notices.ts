type TypingState = "typein" | "typeout";

const silenceMs = 5_000;
/** The receiver stops showing "is typing" after 10 s without a notice, so a notice is repeated earlier. */
const renewalMs = 5_000;

/** Reports that the customer types: from the first key until a pause, an empty field or a sent message. */
export class TypingNotices {
  readonly #tell: (state: TypingState) => void;
  #toldAtMs: number | null = null;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: (state: TypingState) => void) {
    this.#tell = tell;
  }

  /** Call this when the text of the field changes. */
  changed(text: string): void {
    if (text.trim() === "") this.end();
    else this.#typed();
  }

  #typed(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.end(), silenceMs);
    const nowMs = performance.now();
    if (this.#toldAtMs !== null && nowMs - this.#toldAtMs < renewalMs) return;
    this.#toldAtMs = nowMs;
    this.#tell("typein");
  }

  end(): void {
    clearTimeout(this.#silence);
    if (this.#toldAtMs === null) return;
    this.#toldAtMs = null;
    this.#tell("typeout");
  }
}
