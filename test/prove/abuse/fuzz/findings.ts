import type { PinnedInput } from "./pinned-input.ts";

/** A law that an input broke. */
export interface Finding {
  /** The world's seed, and the number of earlier inputs. */
  readonly where: string;
  readonly input: PinnedInput;
  readonly what: string;
}

/** Counts how often each route or frame was reached. */
export class Reached {
  readonly #counts = new Map<string, { right: number; refused: number }>();

  note(name: string, isRefused: boolean): void {
    const counts = this.#counts.get(name) ?? { right: 0, refused: 0 };
    counts[isRefused ? "refused" : "right"] += 1;
    this.#counts.set(name, counts);
  }

  hasRight(name: string): boolean {
    return (this.#counts.get(name)?.right ?? 0) > 0;
  }

  hasRefused(name: string): boolean {
    return (this.#counts.get(name)?.refused ?? 0) > 0;
  }

  add(other: Reached): void {
    for (const [name, { right, refused }] of other.#counts) {
      const counts = this.#counts.get(name) ?? { right: 0, refused: 0 };
      this.#counts.set(name, { right: counts.right + right, refused: counts.refused + refused });
    }
  }

  /** Returns which of these names were never carried out, or never refused. */
  missing(names: readonly string[]): readonly string[] {
    return names.flatMap((name) => {
      const { right, refused } = this.#counts.get(name) ?? { right: 0, refused: 0 };
      return [
        ...(right === 0 ? [`${name} was never carried out`] : []),
        ...(refused === 0 ? [`${name} was never refused`] : []),
      ];
    });
  }
}
