/** A disk or database that is at most this slow counts as fast. The start of a request may be wrong by this much. */
export const hurryMs = 100;
/** A commit may suddenly take longer than the ones before. */
const reserve = 2;
const leewayMsMax = 5_000;
/** The share of a difference that one faster commit takes back. */
const forgottenShare = 1 / 8;

/**
 * How long commits take at present. What a process stored before a request is all that is known of the request after a kill. So the time
 * that is stored must be the latest at which the request may have left, and a request that would leave later is not made.
 */
export class CommitPace {
  #recentMs = 0;

  /** The time that the next commit may take. */
  get leewayMs(): number {
    return this.#recentMs <= hurryMs ? 0 : Math.min(Math.ceil(reserve * this.#recentMs), leewayMsMax);
  }

  note(tookMs: number): void {
    if (tookMs > this.#recentMs) this.#recentMs = tookMs;
    else this.#recentMs -= (this.#recentMs - tookMs) * forgottenShare;
  }
}
