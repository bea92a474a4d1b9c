/** The frames of one step. */
export interface ShownStep {
  readonly actor: string;
  /** The number of the last frame. It grows by one with every frame of a step. */
  readonly number: number;
  readonly frames: readonly string[];
  readonly characters: number;
}

const stepsMax = 256;
const charactersMax = 256 * 1024;

/** The recent steps of a topic, for new and reconnecting watchers. */
export class FrameRing {
  /** Frames up to this number are missing: they came before the ring existed, or were dropped. */
  #goneUpTo: number;
  #steps: ShownStep[] = [];
  #characters = 0;

  /** Steps that nobody watched before have no numbers: also a watcher that has seen the last frame may have missed some. */
  constructor(lastNumber: number) {
    this.#goneUpTo = lastNumber + 1;
  }

  add(step: ShownStep): void {
    this.#steps.push(step);
    this.#characters += step.characters;
    while (this.#steps.length > stepsMax || (this.#characters > charactersMax && this.#steps.length > 1)) {
      const oldest = this.#steps.shift();
      this.#goneUpTo = oldest?.number ?? this.#goneUpTo;
      this.#characters -= oldest?.characters ?? 0;
    }
  }

  /** Drops all frames up to this number. */
  forget(lastNumber: number): void {
    this.#goneUpTo = lastNumber;
    this.#steps = [];
    this.#characters = 0;
  }

  /** Returns the steps after this frame, the oldest first. */
  behind(number: number): readonly ShownStep[] {
    return this.#steps.filter((step) => step.number > number);
  }

  /** Whether no frame after this one is missing. */
  isCompleteBehind(number: number): boolean {
    return number >= this.#goneUpTo;
  }
}
