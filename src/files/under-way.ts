/** The files that this process writes at the moment. */
export class UnderWay {
  readonly #tokens = new Set<string>();
  #quietWaiters: (() => void)[] = [];

  /** Returns a function that the caller calls once at the end of the write. */
  begin(token: string): () => void {
    this.#tokens.add(token);
    return () => this.#end(token);
  }

  has(token: string): boolean {
    return this.#tokens.has(token);
  }

  /** Resolves when no file is being written. */
  whenQuiet(): Promise<void> {
    return this.#tokens.size === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#quietWaiters.push(resolve);
        });
  }

  #end(token: string): void {
    this.#tokens.delete(token);
    if (this.#tokens.size > 0) return;
    for (const resolve of this.#quietWaiters) resolve();
    this.#quietWaiters = [];
  }
}
