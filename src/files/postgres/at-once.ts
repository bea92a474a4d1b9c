/** Runs so many tasks at once. The others wait in the order of their arrival. */
export class AtOnce {
  readonly #max: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(max: number) {
    this.#max = max;
  }

  async run<Value>(task: () => Promise<Value>): Promise<Value> {
    if (this.#running < this.#max) this.#running += 1;
    else
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      // The next task gets this slot.
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
