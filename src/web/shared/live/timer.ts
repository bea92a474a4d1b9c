/** What can wait: the page's timers, or a test's. */
export interface Waiting {
  /** Runs once after the delay; the answer stops it. */
  after(delayMs: number, run: () => void): () => void;
}

/** One thing to wait for at a time: another takes its place. */
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
