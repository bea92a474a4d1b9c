/** Runs jobs of one key one after another, in order; jobs of different keys do not wait for each other. */
export interface KeyedQueue {
  /** Resolves, or rejects, as the job does. */
  inOrder<Value>(key: string, job: () => Promise<Value>): Promise<Value>;
}

export function createKeyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>();
  return {
    inOrder(key, job) {
      const earlier = last.get(key);
      const running = earlier === undefined ? job() : earlier.then(job, job);
      last.set(key, running);
      const forget = (): void => {
        if (last.get(key) === running) last.delete(key);
      };
      running.then(forget, forget);
      return running;
    },
  };
}
