type TypingState = "typein" | "typeout";

const silenceMs = 5_000;
/** Whoever is told forgets after 10 s without news. */
const renewalMs = 5_000;

/** Tells that the customer types: from the first key until a while of silence, an emptied field or a message that is sent. */
export class TypingNotices {
  readonly #tell: (state: TypingState) => void;
  #toldAtMs: number | null = null;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: (state: TypingState) => void) {
    this.#tell = tell;
  }

  /** The field has this text now. */
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
