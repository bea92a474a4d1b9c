interface Item {
  readonly atMs: number;
  /** Dies with the process. */
  readonly isVolatile: boolean;
  readonly run: () => void;
}

/** What is going to happen outside the service, the earliest first; at the same time in the order of planning. */
export class Agenda {
  #items: Item[] = [];

  get earliestMs(): number {
    return this.#items[0]?.atMs ?? Number.POSITIVE_INFINITY;
  }

  plan(atMs: number, isVolatile: boolean, run: () => void): void {
    let index = this.#items.length;
    while (index > 0 && (this.#items[index - 1]?.atMs ?? 0) > atMs) index -= 1;
    this.#items.splice(index, 0, { atMs, isVolatile, run });
  }

  runNext(): void {
    this.#items.shift()?.run();
  }

  /** The process died: what it had in memory is gone, and whoever called on it while it was down was refused. */
  dropLost(upAtMs: number): void {
    this.#items = this.#items.filter(({ atMs, isVolatile }) => !isVolatile && atMs >= upAtMs);
  }
}
