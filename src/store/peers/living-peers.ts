/** The interval between the beats of a process. */
export const beatEveryMs = 1_000;
/** A process that was silent for this time is lost. */
export const silentForMs = 5_000;
/** A process without a beat for this time may have missed messages. Two responses of a database may be late. */
export const behindAfterMs = 3_000;
/** A longer time between two beats breaks the sequence of beats. */
const brokenAfterMs = 2_500;

/** The processes that are alive, as far as this process knows. */
export class LivingPeers {
  #ids = new Set<string>();
  /** Ids that were added since the last list. A list that was requested before does not contain them. */
  #added = new Set<string>();

  ids(): string[] {
    return [...this.#ids];
  }

  add(id: string): void {
    this.#ids.add(id);
    this.#added.add(id);
  }

  /** Removes a process. Returns whether it was known. */
  remove(id: string): boolean {
    this.#added.delete(id);
    return this.#ids.delete(id);
  }

  /** Replaces the ids with the stored list. Returns the ids that are missing from it. */
  replace(ids: readonly string[]): string[] {
    const now = new Set([...ids, ...this.#added]);
    this.#added.clear();
    const missing = this.ids().filter((id) => !now.has(id));
    this.#ids = now;
    return missing;
  }
}

/**
 * Decides whether this process may judge that another one is silent: its own beats must have been stored all that time. During an
 * outage of the database every process is silent. Without this rule the first process after it would declare all others lost.
 */
export class UnbrokenBeats {
  #sinceMs = Number.POSITIVE_INFINITY;
  #lastMs = Number.NEGATIVE_INFINITY;

  /** Call it just before a beat is sent. */
  mayJudge(nowMs: number): boolean {
    return nowMs - this.#lastMs <= brokenAfterMs && nowMs - this.#sinceMs >= silentForMs;
  }

  /** Records that the beat sent at this time was stored. */
  stored(sentAtMs: number): void {
    if (sentAtMs - this.#lastMs > brokenAfterMs) this.#sinceMs = sentAtMs;
    this.#lastMs = sentAtMs;
  }
}
