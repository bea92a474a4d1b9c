/** Each process is seen this often. */
export const beatEveryMs = 1_000;
/** Who was silent for so long is lost. */
export const silentForMs = 5_000;
/** Who was not seen for so long may have missed what the others told. Two answers of a database may be late. */
export const behindAfterMs = 3_000;
/** Two beats further apart than this are no unbroken run. */
const brokenAfterMs = 2_500;

/** Who serves, as far as this process knows. */
export class LivingPeers {
  #ids = new Set<string>();
  /** A list that was on its way when they came does not name them. */
  #added = new Set<string>();

  ids(): string[] {
    return [...this.#ids];
  }

  add(id: string): void {
    this.#ids.add(id);
    this.#added.add(id);
  }

  /** Whether it was known. */
  remove(id: string): boolean {
    this.#added.delete(id);
    return this.#ids.delete(id);
  }

  /** Takes what is stored now; answers who is missing from it. */
  replace(ids: readonly string[]): string[] {
    const now = new Set([...ids, ...this.#added]);
    this.#added.clear();
    const missing = this.ids().filter((id) => !now.has(id));
    this.#ids = now;
    return missing;
  }
}

/**
 * Whether a process may judge that another one is silent: it was heard itself all that time. After the database was away everybody was
 * silent, and the first one that is back would declare all others lost.
 */
export class UnbrokenBeats {
  #sinceMs = Number.POSITIVE_INFINITY;
  #lastMs = Number.NEGATIVE_INFINITY;

  /** To be called when a beat is about to be sent. */
  mayJudge(nowMs: number): boolean {
    return nowMs - this.#lastMs <= brokenAfterMs && nowMs - this.#sinceMs >= silentForMs;
  }

  /** A beat that was sent then was stored. */
  stored(sentAtMs: number): void {
    if (sentAtMs - this.#lastMs > brokenAfterMs) this.#sinceMs = sentAtMs;
    this.#lastMs = sentAtMs;
  }
}
