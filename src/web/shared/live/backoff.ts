/** The pauses between one connection and the next: twice as long each time. */
export interface Backoff {
  /** Returns the next pause; the longest one when a retry would fail again at once. */
  next(isSlow: boolean): number;
  /** A connection worked: the next pause is short. */
  reset(): void;
}

export interface BackoffTimes {
  readonly pauseMinMs: number;
  readonly pauseMaxMs: number;
}

/** A random part of up to half is added, so that pages do not all reconnect at once after an outage. */
export function createBackoff(random: () => number, { pauseMinMs, pauseMaxMs }: BackoffTimes): Backoff {
  let pauseMs = pauseMinMs;
  return {
    next(isSlow) {
      const nowMs = isSlow ? pauseMaxMs : pauseMs;
      pauseMs = Math.min(nowMs * 2, pauseMaxMs);
      return nowMs * (1 + random() / 2);
    },
    reset() {
      pauseMs = pauseMinMs;
    },
  };
}
