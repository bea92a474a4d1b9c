/** Only a failing test waits this long. */
const patienceMs = 40_000;

/** Lets a test wait on facts: whoever changes something calls `changed`, and everybody who waits looks again. */
export class Facts {
  readonly #looks = new Set<() => void>();

  changed(): void {
    for (const look of [...this.#looks]) look();
  }

  /** The first thing found that is not `undefined`. `what` says in the error what was waited for, `seen` what was there. */
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
