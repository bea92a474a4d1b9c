/** What was shown of one step. */
export interface ShownStep {
  readonly actor: string;
  /** Of its last frame; grows by one with every frame of a step. */
  readonly number: number;
  readonly frames: readonly string[];
  readonly characters: number;
}

const stepsMax = 256;
const charactersMax = 256 * 1024;

/** The last steps of what is watched, for whoever joins or comes back. */
export class FrameRing {
  /** Frames up to this one are not here: they were before the ring, or had to go. */
  #goneUpTo: number;
  #steps: ShownStep[] = [];
  #characters = 0;

  constructor(lastNumber: number) {
    this.#goneUpTo = lastNumber;
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

  /** What was shown up to this frame must not be shown again. */
  forget(lastNumber: number): void {
    this.#goneUpTo = lastNumber;
    this.#steps = [];
    this.#characters = 0;
  }

  /** Oldest first. */
  behind(number: number): readonly ShownStep[] {
    return this.#steps.filter((step) => step.number > number);
  }

  /** Whether nothing behind this frame is missing. */
  isCompleteBehind(number: number): boolean {
    return number >= this.#goneUpTo;
  }
}
