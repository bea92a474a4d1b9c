/** The source of timers: the page's or a test's. */
export interface Waiting {
  /** Calls `run` once after the delay. The returned function cancels the call. */
  after(delayMs: number, run: () => void): () => void;
}

/** Waits for one call at a time: a new call replaces the old one. */
export interface Timer {
  set(delayMs: number, run: () => void): void;
  stop(): void;
}

export function createTimer({ after }: Waiting): Timer {
  let stop = (): void => undefined;
  return {
    set(delayMs, run) {
      stop();
      stop = after(delayMs, run);
    },
    stop: () => stop(),
  };
}
