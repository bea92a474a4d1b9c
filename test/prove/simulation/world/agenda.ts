interface Item {
  readonly atMs: number;
  /** True if a crash of the process drops the entry. */
  readonly isVolatile: boolean;
  readonly run: () => void;
}

/** Future events outside the service, the earliest first. Events at the same time keep the order of planning. */
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

  /** Called after a crash. Drops the entries in the process's memory, and the requests that were refused while the process was down. */
  dropLost(upAtMs: number): void {
    this.#items = this.#items.filter(({ atMs, isVolatile }) => !isVolatile && atMs >= upAtMs);
  }
}
