/** Lets few at a time have something; the others wait in the order they came. */
export interface Turns {
  /** Calls `start` when the turn has come, perhaps at once. What it answers gives the turn back, or the place in the queue; the second time it does nothing. */
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
