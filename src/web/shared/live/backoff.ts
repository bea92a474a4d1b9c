/** The pauses between one connection and the next: twice as long each time. */
export interface Backoff {
  /** How long to wait now; the longest there is where the same would happen again at once. */
  next(isSlow: boolean): number;
  /** A connection was good for something: the next pause is short. */
  reset(): void;
}

export interface BackoffTimes {
  readonly pauseMinMs: number;
  readonly pauseMaxMs: number;
}

/** Up to half as much is added, so that the pages of a service that was gone do not come back together. */
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
