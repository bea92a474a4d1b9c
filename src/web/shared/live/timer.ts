/** What can wait: the page's timers, or a test's. */
export interface Waiting {
  /** Runs once after the delay; the answer stops it. */
  after(delayMs: number, run: () => void): () => void;
}

/** Waits for one thing at a time: a new one replaces the old one. */
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
