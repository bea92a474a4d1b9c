/** How many sockets are open for each address, and for each visitor. */
export class SocketCounts {
  readonly #counts = new Map<string, number>();

  count(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Answers how many there are with this one. */
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
