/** Limits the number of holders; further callers wait in order. */
export interface Turns {
  /** Calls `start` at the caller's turn, perhaps at once. Returns a function that releases the turn or leaves the queue; a second call does nothing. */
  take(start: () => void): () => void;
}

export function createTurns(atOnceMax: number): Turns {
  const waiting = new Set<{ readonly start: () => void }>();
  const started = new Set<{ readonly start: () => void }>();
  const startNext = (): void => {
    for (const one of waiting) {
      if (started.size >= atOnceMax) return;
      waiting.delete(one);
      started.add(one);
      one.start();
    }
  };
  return {
    take(start) {
      const one = { start };
      waiting.add(one);
      startNext();
      return () => {
        waiting.delete(one);
        if (started.delete(one)) startNext();
      };
    },
  };
}
