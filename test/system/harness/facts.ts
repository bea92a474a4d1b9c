/** Only a failing test waits this long. */
const patienceMs = 40_000;

/** Lets tests wait for facts: code that changes something calls `changed`, and then every waiting test checks again. */
export class Facts {
  readonly #looks = new Set<() => void>();

  changed(): void {
    for (const look of [...this.#looks]) look();
  }

  /**
   * Resolves with the first found value that is not `undefined`. In the error, `what` says what was expected, and `seen` what was
   * there.
   */
  until<Found>(what: string, find: () => Found | undefined, seen: () => unknown = () => undefined): Promise<Found> {
    const found = find();
    if (found !== undefined) return Promise.resolve(found);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#looks.delete(look);
        reject(new Error(`Expected ${what} within ${patienceMs} ms, got ${JSON.stringify(seen())}`));
      }, patienceMs);
      const look = (): void => {
        const found = find();
        if (found === undefined) return;
        clearTimeout(timer);
        this.#looks.delete(look);
        resolve(found);
      };
      this.#looks.add(look);
    });
  }
}
