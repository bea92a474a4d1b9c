/** Lets a bounded number of tasks run at once and a bounded number wait. */
export interface Gate {
  /** Runs the task as soon as there is room; `null`, without running it, when too many wait already. */
  run<Value>(task: () => Promise<Value>): Promise<Value> | null;
}

export function createGate(atOnce: number, waitingMax: number): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];
  const leave = (): void => {
    running -= 1;
    waiting.shift()?.();
  };
  const enter = (): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        running += 1;
        resolve();
      };
      if (running < atOnce) go();
      else waiting.push(go);
    });
  return {
    run(task) {
      if (running >= atOnce && waiting.length >= waitingMax) return null;
      return enter().then(task).finally(leave);
    },
  };
}
