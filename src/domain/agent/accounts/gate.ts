/** Lets a bounded number of tasks run at once and a bounded number wait; those of people who are known go before all others. */
export interface Gate {
  /**
   * Runs the task as soon as there is room; `null`, without running it, when too many wait already: strangers leave those who are known
   * the places they have.
   */
  run<Value>(task: () => Promise<Value>, isKnown?: boolean): Promise<Value> | null;
}

export function createGate(atOnce: number, waitingMax: number): Gate {
  let running = 0;
  const known: (() => void)[] = [];
  const strangers: (() => void)[] = [];
  const leave = (): void => {
    running -= 1;
    (known.shift() ?? strangers.shift())?.();
  };
  const enter = (waiting: (() => void)[]): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        running += 1;
        resolve();
      };
      if (running < atOnce) go();
      else waiting.push(go);
    });
  return {
    run(task, isKnown = false) {
      const waiting = isKnown ? known : strangers;
      if (running >= atOnce && waiting.length >= waitingMax) return null;
      return enter(waiting).then(task).finally(leave);
    },
  };
}
