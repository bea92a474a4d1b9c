/** Counts by key, such as an address or a host. A key with the count 0 takes no memory. */
export class KeyCounts {
  readonly #counts = new Map<string, number>();

  count(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Adds one; returns the new count. */
  add(key: string): number {
    const count = this.count(key) + 1;
    this.#counts.set(key, count);
    return count;
  }

  remove(key: string): void {
    const left = this.count(key) - 1;
    if (left > 0) this.#counts.set(key, left);
    else this.#counts.delete(key);
  }
}
