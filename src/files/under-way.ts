/** The files that this process is writing now. */
export class UnderWay {
  readonly #tokens = new Set<string>();
  #quietWaiters: (() => void)[] = [];

  /** Answers what is to be called, once, at its end. */
  begin(token: string): () => void {
    this.#tokens.add(token);
    return () => this.#end(token);
  }

  has(token: string): boolean {
    return this.#tokens.has(token);
  }

  /** Resolves when there are none. */
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
